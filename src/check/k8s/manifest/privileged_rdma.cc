#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

std::optional<Finding> judge(const Input& input, const Declared& one) {
  const std::vector<facts::ResourceRequest> requests = rdma_asked(one.container, *input.cluster);
  if (one.container.init || requests.empty()) return std::nullopt;
  Evidences evidence = resource_evidence(requests);
  if (!is_privileged(one.container))
    return ok(one.subject(), "asks for RDMA devices and is not privileged: it sees those that it gets", evidence);
  evidence.push_back(seen(one.container.security.privileged, "privileged: true"));
  return violated(Severity::warning, one.subject(),
                  "is privileged and asks for RDMA devices: it sees every RDMA device of the node, so that the first one is "
                  "probably not its own",
                  evidence,
                  base::format("# in container {}, in place of privileged: true\nsecurityContext:\n  privileged: false\n  "
                               "capabilities:\n    add: [IPC_LOCK]",
                               base::one_line(one.container.name)));
}

std::size_t nodes_named(const std::vector<std::string>& nodes, std::string_view kind) {
  return static_cast<std::size_t>(
      std::ranges::count_if(nodes, [kind](const std::string& node) { return node.starts_with(kind); }));
}

/// The device plugin gives one uverbs node for each device, and a umad and an issm node for each port, of which a device has
/// two at most. More of them than that are not its work.
std::optional<Finding> of_machine(const facts::Machine& machine) {
  std::size_t allocated = 0;
  Evidences evidence;
  for (const facts::Allocation& allocation : machine.container.allocations) {
    if (!allocation.devices) return std::nullopt;
    allocated += allocation.devices->size();
    evidence.push_back(seen(allocation.devices, base::format("{} in {}", base::counted(allocation.devices->size(), "device"),
                                                             allocation.variable)));
  }
  if (allocated == 0 || !machine.rdma.nodes) return std::nullopt;
  const std::vector<std::string>& nodes = *machine.rdma.nodes;
  const std::size_t uverbs = nodes_named(nodes, "uverbs");
  const std::size_t ports = std::max(nodes_named(nodes, "umad"), nodes_named(nodes, "issm"));
  if (uverbs <= allocated && ports <= 2 * allocated) return std::nullopt;
  evidence.push_back(seen(machine.rdma.nodes, listed(nodes)));
  return violated(
      Severity::warning, "container",
      base::format("sees the device nodes of {} RDMA devices or more and was given {}: it is privileged or has the node's "
                   "/dev/infiniband, and the first device is probably not its own",
                   uverbs > allocated ? uverbs : (ports + 1) / 2, allocated),
      evidence,
      "Run it without privileged: true and hostPath /dev/infiniband; choose the device that PCIDEVICE_ names: eval "
      "\"$(railhead env)\"");
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings = each_declared(input, [&](const Declared& one) { return judge(input, one); });
  if (auto finding = of_machine(input.machine)) findings.push_back(std::move(*finding));
  return findings;
}

}  // namespace

Check k8s_manifest_privileged_rdma() {
  return {
      .title = "A privileged container sees the RDMA devices of the whole node",
      .severity = Severity::warning,
      .cause =
          "A privileged container gets all device nodes of the node beside those that the device plugin allocated. Software "
          "that takes the first device, or all of them, takes those of other pods or of the node, which have no address here.",
      .fix = "securityContext:\n  privileged: false\n  capabilities:\n    add: [IPC_LOCK]",
      .rule = rule};
}

}  // namespace railhead::check
