#include "base/format.h"
#include "base/text.h"
#include "nccl/draft.h"

// Source: NVSHMEM's documentation, environment variables; src/modules/transport/common/env_defs.h and transport/ibrc/ibrc.cpp
// of the public source: a list filters the ports whether or not NVSHMEM_ENABLE_NIC_PE_MAPPING is set, and that one gives up the
// choice of the nearest NIC.

namespace railhead::nccl {

void add_nvshmem(const Place& place, Draft& draft) {
  if (!any_gpu(place.machine, "NVIDIA")) return;  // nothing else runs it
  if (place.socket.interface.empty())
    draft.withhold("NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME", place.socket.reason, {place.socket.evidence});
  else
    draft.set("NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME", "=" + place.socket.interface, place.socket.reason, {place.socket.evidence});
  if (place.left_to_plugin() || place.transport == Transport::unknown) return draft.withhold("NVSHMEM_HCA_LIST", place.why);
  if (!place.over_rdma()) return draft.withhold("NVSHMEM_HCA_LIST", "NVSHMEM has no transport over TCP between nodes");
  if (place.choice.left_out.empty())
    return draft.withhold("NVSHMEM_HCA_LIST", "every port is taken, and NVSHMEM finds the one nearest to each GPU by itself");
  draft.set("NVSHMEM_HCA_LIST", hca_names(place.choice.ports),
            base::format("the ports of NCCL_IB_HCA; {} left out", base::counted(place.choice.left_out.size(), "other port")));
  draft.withhold("NVSHMEM_ENABLE_NIC_PE_MAPPING", "1 would deal ports out in turn instead of by distance to the GPU");
  if (place.transport == Transport::roce)
    draft.withhold("NVSHMEM_IB_GID_INDEX", "NVSHMEM finds the GID itself (default -1 in current releases)");
}

}  // namespace railhead::nccl
