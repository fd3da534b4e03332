#include "check/finding.h"
#include "check/scope.h"

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

struct Judgement {
  Severity severity = Severity::warning;
  std::string message;
  std::string fix;
};

Judgement judged_by_bus(const Input& input, const std::vector<std::string>& capable) {
  if (hidden_by_namespace(input.machine)) {
    return {Severity::warning,
            "No RDMA device in this container: those of the node are in other network namespaces. A job uses TCP",
            "Ask for an RDMA resource and its network in the pod, if the job shall use RDMA."};
  }
  return {Severity::error, base::format("No RDMA device, although {} could be one. A job uses TCP", listed(capable, 4)),
          "See which driver each has and load its RDMA half: lspci -k; modprobe mlx5_ib ib_uverbs"};
}

Judgement judged(const Input& input) {
  const std::vector<Given> given = given_devices(input.machine);
  if (!given.empty()) {
    return {Severity::error,
            base::format("No RDMA device, although {} allocates {}. A job uses TCP", given[0].variable,
                         given[0].device.pci_address),
            ""};
  }
  const std::vector<std::string> capable = capable_functions(input.machine.pci);
  if (capable.empty() && has_slingshot(input.machine.pci)) {
    return {Severity::warning,
            "No RDMA device in the kernel's sense: the Slingshot NICs here are reached through libfabric (provider cxi), not "
            "through verbs",
            "Use a network plugin for NCCL or RCCL that speaks libfabric (aws-ofi-nccl, aws-ofi-rccl) with FI_PROVIDER=cxi."};
  }
  if (!capable.empty() && input.options.mode != Mode::rdma) return judged_by_bus(input, capable);
  if (!capable.empty()) return {Severity::error, judged_by_bus(input, capable).message, judged_by_bus(input, capable).fix};
  if (input.options.mode == Mode::rdma) return {Severity::error, "No RDMA device, and --mode rdma asks for one", ""};
  return {Severity::warning, "No RDMA device: a job uses TCP", ""};
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
  const Evidence evidence = devices ? seen(devices, "no entry") : lacking(devices, "RDMA core");
  if (input.options.mode == Mode::tcp) return {ok("machine", "No RDMA device, and none is wanted (--mode tcp)", {evidence})};
  const Judgement judgement = judged(input);
  return {violated(judgement.severity, "machine", judgement.message, {evidence}, judgement.fix)};
}

}  // namespace

Check hca_none() {
  return {.title = "RDMA devices",
          .severity = Severity::warning,
          .cause =
              "Without a device in /sys/class/infiniband there is no RDMA: NCCL, UCX and MPI use sockets. A virtual machine or "
              "a pod "
              "has none unless one was passed in.",
          .fix =
              "On a node: load the driver of the NIC. In a pod: ask for the RDMA resource that the nodes advertise (kubectl "
              "describe "
              "node). If TCP is meant: --mode tcp.",
          .rule = rule};
}

}  // namespace railhead::check
