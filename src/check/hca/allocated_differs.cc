#include "fabric/device/claim.h"
#include "finding/finding.h"

namespace railhead::check {
namespace {

std::string name_of(const Given& given) {
  const std::string& address = given.device.pci_address;
  return given.device.rdma_device ? base::format("{} ({})", address, *given.device.rdma_device) : address;
}

std::string reason_of(const facts::Machine& machine, const facts::Device& device) {
  for (const facts::Port& port : device.ports) {
    const facts::PortUse use = port_use(machine, device, port);
    if (use.usable == facts::Usable::no) return use.reason;
  }
  return "it has no port";
}

Evidence allocation(const Given& given) { return {name_of(given), "environment: " + given.variable}; }

/// In exclusive mode rdma.netns-mode-mismatch says why the device is not here, so this is the quieter of the two.
Finding absent(const Input& input, const Given& given) {
  const bool explained = input.machine.rdma.netns_mode.is(facts::NetnsMode::exclusive);
  return violated(explained ? Severity::warning : Severity::error, given.device.pci_address,
                  base::format("was allocated to this container ({}), but there is no such RDMA device here", given.variable),
                  {allocation(given), seen(input.machine.rdma.devices, "not among the RDMA devices")});
}

/// Why it is not usable is the finding of another check.
Finding not_usable(const Given& given, const facts::Device& device, const std::string& reason) {
  return violated(Severity::warning, device.name,
                  base::format("was allocated to this container ({}), but is not usable here: {}", given.variable, reason),
                  {allocation(given)}, "railhead doctor --only hca,port,gid,net  # one of them says why, and what mends it");
}

Finding judged(const Input& input, const Given& given) {
  const facts::Device* device = device_of(input.machine, given.device);
  if (device == nullptr) return absent(input, given);
  const facts::Usable how = usable(input.machine, *device);
  if (how == facts::Usable::no) return not_usable(given, *device, reason_of(input.machine, *device));
  if (how == facts::Usable::unknown) {
    return unknown(device->name, "whether it is usable here is not known", {allocation(given)});
  }
  return ok(device->name, "is allocated to this container and usable", {allocation(given)});
}

std::vector<Finding> unreadable(const facts::Container& container) {
  std::vector<Finding> findings;
  for (const facts::Allocation& allocation : container.allocations) {
    if (allocation.devices || allocation.devices.not_asked()) continue;
    findings.push_back(unknown(allocation.variable, "the devices it allocates are not known",
                               {lacking(allocation.devices, allocation.variable)}));
  }
  return findings;
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings = unreadable(input.machine.container);
  const std::vector<Given> given = given_devices(input.machine);
  if (given.empty() && findings.empty()) return {};
  const auto& devices = input.machine.rdma.devices;
  if (!devices && devices.missing().why != facts::Why::not_found)
    return without(devices, "machine", "the list of RDMA devices");
  if (!devices || devices->empty()) return {};  // hca.none says that
  for (const Given& one : given) findings.push_back(judged(input, one));
  return findings;
}

}  // namespace

Check hca_allocated_differs() {
  return {.title = "A device that was allocated to this container is not usable here",
          .severity = Severity::error,
          .cause =
              "The SR-IOV network device plugin names the devices of this container in PCIDEVICE_<RESOURCE>. One that is not "
              "here as an RDMA device was given without RDMA, was moved elsewhere, or its driver makes no RDMA device of it.",
          .fix = "In the SriovNetworkNodePolicy of the resource:\nspec:\n  isRdma: true\n  deviceType: netdevice",
          .rule = rule};
}

}  // namespace railhead::check
