#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "fabric/own_gpus.h"
#include "nccl/settings.h"

// UCX: `ucx_info -cf` describes each variable. Open MPI: ompi_info; a component that a release does not have may be left out by
// name all the same. NVSHMEM: "Environment Variables" of its documentation.
namespace railhead::nccl {
namespace {

bool has_gpu(const facts::Machine& machine, const char* vendor) {
  return machine.gpu.gpus &&
         std::ranges::any_of(*machine.gpu.gpus, [vendor](const facts::Gpu& gpu) { return gpu.vendor == vendor; });
}

}  // namespace

void set_ucx(const Choices& choices, Draft& draft) {
  if (choices.rdma()) {
    draft.set("UCX_NET_DEVICES", hca_list(choices.hcas.chosen), choices.hcas.why);
    draft.withhold("UCX_TLS", "by default UCX takes the fastest transports there are, those for GPU memory among them");
    return;
  }
  if (!choices.none()) return draft.withhold("UCX_NET_DEVICES", choices.hcas.why);
  if (!choices.sockets.name.empty())
    draft.set("UCX_NET_DEVICES", choices.sockets.name, choices.sockets.reason, choices.sockets.evidence);
  std::string transports = "tcp,self,sm";
  if (has_gpu(choices.machine, "NVIDIA")) transports += ",cuda";
  if (has_gpu(choices.machine, "AMD")) transports += ",rocm";
  draft.set("UCX_TLS", transports, choices.request.mode == fabric::Mode::tcp ? "TCP was asked for" : choices.hcas.why);
}

void set_open_mpi(const Choices& choices, Draft& draft) {
  if (!choices.sockets.name.empty()) {
    draft.set("OMPI_MCA_btl_tcp_if_include", choices.sockets.name, choices.sockets.reason, choices.sockets.evidence);
    draft.set("OMPI_MCA_oob_tcp_if_include", choices.sockets.name, choices.sockets.reason, choices.sockets.evidence);
  }
  // Up to release 4 the openib component would open the devices beside UCX, and warn.
  draft.set("OMPI_MCA_btl", "^openib", choices.none() ? "there is no RDMA to use" : "RDMA goes through UCX", {},
            Origin::fallback);
  if (choices.rdma() && choices.request.require_rdma)
    draft.set("OMPI_MCA_pml", "ucx", "RDMA is required: without UCX Open MPI fails instead of going on over TCP", {},
              Origin::fallback);
  else
    draft.withhold("OMPI_MCA_pml", "Open MPI takes UCX by itself where it was built with it");
}

void set_nvshmem(const Choices& choices, Draft& draft) {
  if (!has_gpu(choices.machine, "NVIDIA")) return;
  if (!choices.sockets.name.empty())
    draft.set("NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME", "=" + choices.sockets.name, choices.sockets.reason,
              choices.sockets.evidence);
  if (!choices.rdma()) return;
  if (choices.hcas.left_out.empty())
    return draft.withhold("NVSHMEM_HCA_LIST", "every port is to be used, and by default each GPU takes the nearest");
  // The list counts only with the mapping switched on.
  draft.set("NVSHMEM_ENABLE_NIC_PE_MAPPING", "1", "so that NVSHMEM_HCA_LIST counts");
  draft.set("NVSHMEM_HCA_LIST", hca_list(choices.hcas.chosen), choices.hcas.why);
}

void set_threads(const Choices& choices, Draft& draft) {
  const facts::Known<unsigned>& cpus = choices.machine.process.cpus;
  const std::optional<unsigned> gpus = fabric::own_gpus(choices.machine);
  if (!cpus) {
    if (!cpus.not_asked())
      draft.withhold("OMP_NUM_THREADS", "how many CPUs this process may use is not known: " + described(cpus.missing()));
    return;
  }
  if (!gpus) return draft.withhold("OMP_NUM_THREADS", "how many of the node's GPUs are this container's is not known");
  if (*gpus == 0) return draft.withhold("OMP_NUM_THREADS", "without GPUs how many processes share the CPUs is not known");
  const unsigned threads = std::max(1U, *cpus / *gpus);
  draft.set("OMP_NUM_THREADS", std::to_string(threads),
            base::format("{} for {}", base::counted(*cpus, "CPU"), base::counted(*gpus, "GPU")),
            {seen(cpus, base::counted(*cpus, "CPU"))});
}

}  // namespace railhead::nccl
