#include "finding/finding.h"

#include <algorithm>

#include "finding/scope.h"

namespace railhead::check {
namespace {

/// Functions on the bus that the kernel could make RDMA devices of: "0000:41:00.0".
std::vector<std::string> capable_functions(const facts::Pci& pci) {
  std::vector<std::string> addresses;
  if (!pci.functions) return addresses;
  for (const facts::PciFunction& function : *pci.functions) {
    if (is_rdma_capable(function) && !is_slingshot(function) && !function.driver.is("vfio-pci"))
      addresses.push_back(function.address);
  }
  return addresses;
}

bool has_slingshot(const facts::Pci& pci) {
  return pci.functions && std::ranges::any_of(*pci.functions, [](const auto& function) { return is_slingshot(function); });
}

/// In exclusive mode a pod without RDMA devices of its own sees the node's functions on the bus and none of its devices.
bool hidden_by_namespace(const facts::Machine& machine) {
  return machine.rdma.netns_mode.is(facts::NetnsMode::exclusive) && in_container(machine.container);
}

/// "0000:41:00.0, driver mlx5_core" for each, at most four.
void add_functions(const facts::Pci& pci, const std::vector<std::string>& capable, Evidences& evidence) {
  for (const std::string& address : capable) {
    const facts::PciFunction* function = find(pci, address);
    if (function == nullptr || evidence.size() > 4) continue;
    evidence.push_back(seen(
        pci.functions, base::format("{}, {}", address, function->driver ? "driver " + *function->driver : "no driver known")));
  }
}

struct Judgement {
  Severity severity = Severity::warning;
  std::string message;
  std::string fix;
};

Judgement judged_by_bus(const Input& input, const std::vector<std::string>& capable) {
  if (hidden_by_namespace(input.machine)) {
    return {Severity::warning,
            "no RDMA device in this container, so that a job uses TCP: those of the node are in other network namespaces",
            "In the container of the pod, with the RDMA resource that the node advertises:\n"
            "resources:\n  limits:\n    RESOURCE: 1"};
  }
  return {Severity::error,
          base::format("no RDMA device, so that a job uses TCP, although {} can do RDMA: no driver (missing, or not loaded) "
                       "has made a device of it",
                       listed(capable, 4)),
          "On the node: lspci -nnk shows the driver of each; modprobe its RDMA half (mlx5_core: mlx5_ib, mlx4_core: mlx4_ib, "
          "bnxt_en: bnxt_re, ice: irdma) and ib_uverbs"};
}

Judgement judged(const Input& input) {
  const std::vector<Given> given = given_devices(input.machine);
  if (!given.empty()) {
    return {Severity::error,
            base::format("no RDMA device, so that a job uses TCP, although {} allocates {}", given[0].variable,
                         given[0].device.pci_address),
            ""};
  }
  const std::vector<std::string> capable = capable_functions(input.machine.pci);
  if (capable.empty() && has_slingshot(input.machine.pci)) {
    return {Severity::warning,
            "no RDMA device that verbs could use: the Slingshot NICs here are reached through libfabric (provider cxi)",
            "export FI_PROVIDER=cxi, with the libfabric plugin of NCCL or RCCL in the image (aws-ofi-nccl, aws-ofi-rccl)"};
  }
  if (!capable.empty() && input.options.mode != Mode::rdma) return judged_by_bus(input, capable);
  if (!capable.empty()) return {Severity::error, judged_by_bus(input, capable).message, judged_by_bus(input, capable).fix};
  if (input.options.mode == Mode::rdma) return {Severity::error, "no RDMA device, and --mode rdma asks for one", ""};
  return {
      Severity::warning, "no RDMA device, so that a job uses TCP",
      in_container(input.machine.container) ? "" : "lspci -nnk  # is there an adapter that can do RDMA, and a driver for it?"};
}

std::vector<Finding> present(const facts::Known<std::vector<facts::Device>>& devices) {
  std::vector<std::string> names;
  for (const facts::Device& device : *devices) names.push_back(device.name);
  return {ok("machine", base::format("RDMA devices are visible: {}", listed(names)), {seen(devices, listed(names))})};
}

std::vector<Finding> rule(const Input& input) {
  const auto& devices = input.machine.rdma.devices;
  if (devices && !devices->empty()) return present(devices);
  if (!devices && devices.missing().why != facts::Why::not_found)
    return without(devices, "machine", "the list of RDMA devices");
  Evidences evidence = {devices ? seen(devices, "no entry") : lacking(devices, "RDMA core")};
  add_functions(input.machine.pci, capable_functions(input.machine.pci), evidence);
  if (input.options.mode == Mode::tcp) return {skipped("machine", kNotWanted)};
  const Judgement judgement = judged(input);
  return {violated(judgement.severity, "machine", judgement.message, evidence, judgement.fix)};
}

}  // namespace

Check hca_none() {
  return {
      .title = "There is no RDMA device",
      .severity = Severity::warning,
      .cause =
          "Without a device in /sys/class/infiniband NCCL, UCX and MPI use sockets. A virtual machine or a pod has none unless "
          "one was passed in; a node with a fitting card has none while the driver or its RDMA half is missing or not loaded.",
      .fix =
          "In the container of the pod, with the RDMA resource that the node advertises (kubectl describe node):\nresources:\n "
          " limits:\n    RESOURCE: 1\nOr, where TCP is meant: railhead doctor --mode tcp",
      .rule = rule};
}

}  // namespace railhead::check
