#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"
#include "finding/declared/objects.h"

namespace railhead::check {
namespace {

constexpr const char* kFlag = "--device=/dev/infiniband --cap-add=IPC_LOCK --ulimit memlock=-1";
constexpr const char* kService = "devices: [\"/dev/infiniband:/dev/infiniband\"]\ncap_add: [IPC_LOCK]\nulimits: {memlock: -1}";

std::optional<Finding> judge(const RdmaRun& one) {
  const facts::DeclaredContainer& container = one.run.container;
  if (is_privileged(container)) return ok(one.subject(), "is privileged: it has the devices of the node", {one.why});
  if (const facts::HostMount* device = infiniband_device(container))
    return ok(one.subject(), base::format("has {}", device->outside), {{device->outside, device->source}});
  if (!container.whole) return std::nullopt;
  return violated(
      Severity::error, one.subject(),
      "is to use RDMA and has no --device=/dev/infiniband: no RDMA device opens in it, and NCCL uses TCP without an error",
      {one.why, {"no /dev/infiniband among its devices", container.source}}, one.object.kind.empty() ? kService : kFlag);
}

std::vector<Finding> rule(const Input& input) { return judged_runs(input, judge); }

}  // namespace

Check docker_missing_device() {
  return {.title = "A container for RDMA is started without /dev/infiniband",
          .severity = Severity::error,
          .cause =
              "Neither --gpus nor --network host brings the RDMA devices into a container. Without their nodes libibverbs "
              "opens none, "
              "whatever the environment says.",
          .fix = kFlag,
          .rule = rule};
}

}  // namespace railhead::check
