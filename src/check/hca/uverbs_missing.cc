#include "base/text.h"

#include <algorithm>

#include "finding/finding.h"
#include "finding/scope.h"

namespace railhead::check {
namespace {

Evidence absence(const facts::Device& device) {
  return seen(device.uverbs_node.present, device.uverbs_node.path + " is not there");
}

std::string fix_for(const Input& input) {
  const facts::Container& container = input.machine.container;
  if (!given_devices(input.machine).empty()) {
    return "In the SriovNetworkNodePolicy of the resource (without the operator, in the selectors of the device plugin):\n"
           "isRdma: true";
  }
  if (in_kubernetes(container))
    return "In the container of the pod, with the RDMA resource that the node advertises:\nresources:\n  limits:\n    "
           "RESOURCE: 1";
  if (container.runtime.is("docker") || container.runtime.is("podman")) {
    return base::format("{} run --device=/dev/infiniband ...", *container.runtime);
  }
  return "modprobe ib_uverbs";
}

/// Without any node nothing can be used. In a pod that was given nothing this is how a job without RDMA looks, too.
std::optional<Severity> weight(const Input& input, Claim claim) {
  if (claim == Claim::foreign) return std::nullopt;
  const bool asked = claim != Claim::open || input.options.mode == Mode::rdma || !in_kubernetes(input.machine.container);
  return asked ? Severity::error : Severity::warning;
}

Finding of_given(const Input& input, const facts::Device& device) {
  return violated(Severity::error, device.name,
                  base::format("was allocated to this container ({}), but {} is not here", given_by(input.machine, device),
                               device.uverbs_node.path),
                  {absence(device)}, fix_for(input));
}

/// What the devices come to, taken together.
struct Nodes {
  std::vector<std::string> there;
  std::vector<std::string> missing;
  std::optional<Severity> worst;
  Evidences evidence;
  std::vector<Finding> findings;
  const facts::Device* unknown = nullptr;
};

void add_missing(const Input& input, const facts::Device& device, Nodes& nodes) {
  const Claim whose = claim(input.machine, device);
  if (whose == Claim::given) {
    nodes.findings.push_back(of_given(input, device));
    return;
  }
  nodes.missing.push_back(device.name);
  if (nodes.evidence.size() < 8) nodes.evidence.push_back(absence(device));
  nodes.worst = std::max(nodes.worst, weight(input, whose));
}

Nodes nodes_of(const Input& input) {
  Nodes nodes;
  for (const facts::Device& device : *input.machine.rdma.devices) {
    const facts::Known<bool>& present = device.uverbs_node.present;
    if (present.is(true)) {
      nodes.there.push_back(device.name);
      if (nodes.evidence.size() < 8) nodes.evidence.push_back(seen(present, device.uverbs_node.path + " is there"));
    }
    if (present.is(false)) add_missing(input, device, nodes);
    if (!present) nodes.unknown = &device;
  }
  return nodes;
}

std::vector<Finding> rule(const Input& input) {
  if (input.machine.rdma.nodes.not_asked()) return {};
  if (auto findings = no_devices_to_judge(input)) return *std::move(findings);
  Nodes nodes = nodes_of(input);
  if (!nodes.findings.empty()) return nodes.findings;
  if (!nodes.there.empty()) {
    const std::string others = nodes.missing.empty() ? ""
                                                     : base::format("; {} without one belong to others",
                                                                    base::counted(nodes.missing.size(), "device"));
    return {ok("machine", base::format("device nodes are here for {}{}", listed(nodes.there), others), nodes.evidence)};
  }
  if (nodes.unknown != nullptr) return without(nodes.unknown->uverbs_node.present, nodes.unknown->name, "the uverbs node");
  if (!nodes.worst) return {skipped("machine", "no RDMA device here is this container's own")};
  return {violated(*nodes.worst, "machine",
                   base::format("{} visible, but none has its device node in /dev/infiniband: none can be opened",
                                base::counted(nodes.missing.size(), "RDMA device")),
                   nodes.evidence, fix_for(input))};
}

}  // namespace

Check hca_uverbs_missing() {
  return {.title = "The device node of an RDMA device is missing",
          .severity = Severity::error,
          .cause =
              "A device is opened through /dev/infiniband/uverbsN. A container sees the devices of the node in /sys, but has "
              "only those nodes that it was given.",
          .fix =
              "In the container of the pod, with the RDMA resource that the node advertises (docker: "
              "--device=/dev/infiniband):\nresources:\n  limits:\n    RESOURCE: 1",
          .rule = rule};
}

}  // namespace railhead::check
