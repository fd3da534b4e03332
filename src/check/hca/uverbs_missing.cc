#include "base/text.h"
#include "check/finding.h"
#include "check/scope.h"

namespace railhead::check {
namespace {

Evidence absence(const facts::Device& device) {
  return seen(device.uverbs_node.present, device.uverbs_node.path + " is not there");
}

std::string fix_for(const Input& input) {
  const facts::Container& container = input.machine.container;
  if (!given_devices(input.machine).empty()) {
    return "The resource must come with RDMA: SriovNetworkNodePolicy with isRdma: true (device plugin: \"selectors\": "
           "{\"isRdma\": true}).";
  }
  if (in_kubernetes(container))
    return "Ask for the RDMA resource that the node advertises in resources.limits of the container.";
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
                  base::format("{} allocates {}, but {} is not in this container", given_by(input.machine, device), device.name,
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
    const std::string others =
        nodes.missing.empty() ? "" : base::format(". {} without a node here belong to others", nodes.missing.size());
    return {ok("machine", base::format("Device nodes are here for {}{}", listed(nodes.there), others), nodes.evidence)};
  }
  if (nodes.unknown != nullptr) return without(nodes.unknown->uverbs_node.present, nodes.unknown->name, "the uverbs node");
  if (!nodes.worst) return {ok("machine", "No device here has its node, and none is this container's own", nodes.evidence)};
  return {violated(*nodes.worst, "machine",
                   base::format("{} visible, but none has its device node in /dev/infiniband: none can be opened",
                                base::counted(nodes.missing.size(), "RDMA device")),
                   nodes.evidence, fix_for(input))};
}

}  // namespace

Check hca_uverbs_missing() {
  return {
      .title = "RDMA device nodes",
      .severity = Severity::error,
      .cause =
          "A device is opened through /dev/infiniband/uverbsN. A container sees the devices of the node in /sys, but has only "
          "those nodes that it was given.",
      .fix = "Give the container the device: an RDMA resource in Kubernetes, --device=/dev/infiniband with docker.",
      .rule = rule};
}

}  // namespace railhead::check
