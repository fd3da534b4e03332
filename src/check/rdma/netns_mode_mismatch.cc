#include "finding/finding.h"

#include <algorithm>

#include "fabric/device/claim.h"

namespace railhead::check {
namespace {

/// A function that the bus shows with a driver, so that only the namespace keeps its RDMA device away.
bool has_driver(const facts::Pci& pci, const std::string& address) {
  const facts::PciFunction* function = find(pci, address);
  return function != nullptr && function->driver;
}

std::vector<std::string> uverbs_nodes(const facts::Rdma& rdma) {
  std::vector<std::string> names;
  if (!rdma.nodes) return names;
  std::ranges::copy_if(*rdma.nodes, std::back_inserter(names),
                       [](const std::string& name) { return name.starts_with("uverbs"); });
  return names;
}

Finding not_moved(const Input& input, const Given& given) {
  return violated(
      Severity::error, given.device.pci_address,
      base::format("was allocated to this container ({}), but its RDMA device was not moved into this network namespace: the "
                   "node is in exclusive mode",
                   given.variable),
      {seen(input.machine.rdma.netns_mode, "netns exclusive"), {given.device.pci_address, "environment: " + given.variable}},
      "In the SriovNetwork (or the rdma CNI chained in the NetworkAttachmentDefinition):\nspec:\n  metaPlugins: '{\"type\": "
      "\"rdma\"}'");
}

Finding nodes_without_devices(const Input& input, const std::vector<std::string>& nodes) {
  const facts::Rdma& rdma = input.machine.rdma;
  return violated(
      Severity::error, "machine",
      base::format("device nodes were given ({}), but no RDMA device is visible: the node is in exclusive mode", listed(nodes)),
      {seen(rdma.netns_mode, "netns exclusive"), seen(rdma.nodes, listed(nodes))},
      "rdma system set netns shared  # on the node, at boot: the shared device plugin needs it");
}

/// Without visible devices, nodes alone would tell the same of a replayed tree; only a container has a namespace of its own.
std::vector<Finding> judged(const Input& input) {
  const facts::Rdma& rdma = input.machine.rdma;
  std::vector<Finding> findings;
  for (const Given& given : given_devices(input.machine)) {
    if (device_of(input.machine, given.device) == nullptr && has_driver(input.machine.pci, given.device.pci_address)) {
      findings.push_back(not_moved(input, given));
    }
  }
  const std::vector<std::string> nodes = uverbs_nodes(rdma);
  const bool none_visible = !rdma.devices || rdma.devices->empty();
  if (findings.empty() && none_visible && !nodes.empty() && in_container(input.machine.container)) {
    findings.push_back(nodes_without_devices(input, nodes));
  }
  return findings;
}

std::vector<Finding> rule(const Input& input) {
  const facts::Rdma& rdma = input.machine.rdma;
  if (!rdma.netns_mode && rdma.netns_mode.missing().why == facts::Why::not_found) {
    return {skipped("machine", "this kernel names no mode for RDMA devices and network namespaces")};
  }
  if (!rdma.netns_mode) return without(rdma.netns_mode, "machine", "the RDMA network namespace mode");
  const bool exclusive = *rdma.netns_mode == facts::NetnsMode::exclusive;
  const Evidence evidence = seen(rdma.netns_mode, exclusive ? "netns exclusive" : "netns shared");
  if (!exclusive) return {ok("machine", "RDMA devices are shared between network namespaces", {evidence})};
  if (!rdma.devices && rdma.devices.missing().why != facts::Why::not_found)
    return without(rdma.devices, "machine", "the list of RDMA devices");
  std::vector<Finding> findings = judged(input);
  if (!findings.empty()) return findings;
  return {ok("machine", "exclusive mode: no RDMA device that was given to this network namespace is missing", {evidence})};
}

}  // namespace

Check rdma_netns_mode_mismatch() {
  return {.title = "The network namespace mode of RDMA keeps a given device out",
          .severity = Severity::error,
          .cause =
              "In exclusive mode a container sees only RDMA devices that were moved into its network namespace, which is the "
              "work of the rdma CNI. The shared device plugin moves nothing: it needs shared mode.",
          .fix =
              "rdma system set netns shared  # on the node, with the shared device plugin; exclusive mode needs SR-IOV and the "
              "rdma CNI",
          .rule = rule};
}

}  // namespace railhead::check
