#include "finding/finding.h"
#include "finding/scope.h"

namespace railhead::check {
namespace {

constexpr base::Bytes kEnough = base::gibibytes(1);

/// A job that trains or talks RDMA; anything else does well with little shared memory.
bool has_gpu_or_rdma(const Input& input) {
  const auto& gpus = input.machine.gpu.gpus;
  const RdmaUse use = rdma_use(input);
  return (gpus && !gpus->empty()) || use == RdmaUse::possible || use == RdmaUse::wanted;
}

std::string fix(const facts::Container& container) {
  if (in_kubernetes(container)) {
    return "In the pod:\nvolumes: [{name: shm, emptyDir: {medium: Memory, sizeLimit: 16Gi}}]\n"
           "and in the container:\nvolumeMounts: [{name: shm, mountPath: /dev/shm}]";
  }
  if (container.runtime.is("docker") || container.runtime.is("podman"))
    return base::format("{} run --shm-size=16g ...", *container.runtime);
  return "";
}

std::vector<Finding> rule(const Input& input) {
  const auto& shm = input.machine.memory.shm;
  if (!shm) return without(shm, "/dev/shm", "the size of /dev/shm");
  const Evidence evidence = seen(shm, base::format("{} of {} used", base::rounded(shm->used), base::rounded(shm->size)));
  if (shm->size >= kEnough) return {ok("/dev/shm", base::format("holds {}", base::rounded(shm->size)), {evidence})};
  if (!has_gpu_or_rdma(input)) return {skipped("/dev/shm", "there is neither a GPU nor a usable RDMA device here")};
  return {violated(Severity::warning, "/dev/shm",
                   base::format("holds {}: ranks of one node and data loaders share memory through it and can run out",
                                base::rounded(shm->size)),
                   {evidence}, fix(input.machine.container))};
}

}  // namespace

Check host_shm_small() {
  return {.title = "/dev/shm is small",
          .severity = Severity::warning,
          .cause =
              "NCCL's transport between processes of a node, MPI and data loaders put their buffers into /dev/shm. Container "
              "runtimes make it 64 MiB unless told otherwise; a full one ends in \"No space left on device\" or a bus error.",
          .fix =
              "mount -o remount,size=16G /dev/shm  # docker: --shm-size=16g; in a pod: an emptyDir with medium: Memory mounted "
              "there",
          .rule = rule};
}

}  // namespace railhead::check
