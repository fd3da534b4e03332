#include <algorithm>
#include <map>

#include "fabric/device/claim.h"
#include "finding/finding.h"

namespace railhead::check {
namespace {

/// GPUs and RDMA devices by what the IOMMU does with their DMA.
struct Mapped {
  std::vector<std::string> translated;
  std::vector<std::string> passed;
  std::vector<std::string> unknown;
  std::string type;
};

const facts::IommuGroup* group_of(const std::vector<facts::IommuGroup>& groups, const std::string& address) {
  for (const facts::IommuGroup& group : groups) {
    if (std::ranges::count(group.devices, address) > 0) return &group;
  }
  return nullptr;
}

/// Kernel types: "DMA" and "DMA-FQ" translate, "identity" passes through (drivers/iommu/iommu.c).
void add(const std::vector<facts::IommuGroup>& groups, const std::string& address, const std::string& name, Mapped& mapped) {
  const facts::IommuGroup* group = group_of(groups, address);
  if (group != nullptr && !group->type) {
    mapped.unknown.push_back(name);
  } else if (group != nullptr && (*group->type == "DMA" || *group->type == "DMA-FQ")) {
    mapped.translated.push_back(name);
    mapped.type = *group->type;
  } else {
    mapped.passed.push_back(name);
  }
}

Mapped mapped_functions(const facts::Machine& machine) {
  Mapped mapped;
  const std::vector<facts::IommuGroup>& groups = *machine.kernel.iommu.groups;
  for (const facts::Gpu& gpu : *machine.gpu.gpus) add(groups, gpu.pci_address, "GPU " + gpu.pci_address, mapped);
  for (const facts::Device& device : *machine.rdma.devices) {
    if (device.pci_address && claim(machine, device) != Claim::foreign) add(groups, *device.pci_address, device.name, mapped);
  }
  return mapped;
}

Finding judged(const Input& input, const Mapped& mapped) {
  const facts::KernelFacts& kernel = input.machine.kernel;
  Evidences evidence = {seen(kernel.iommu.groups, base::format("type {}: {}", mapped.type, listed(mapped.translated)))};
  const bool passthrough = kernel.command_line && kernel.command_line->find("iommu=pt") != std::string::npos;
  if (kernel.command_line)
    evidence.push_back(seen(kernel.command_line, passthrough ? "iommu=pt is set" : "iommu=pt is not set"));
  return violated(
      Severity::warning, "machine",
      base::format("the IOMMU translates the DMA of {} ({}): GPUDirect RDMA is slower or fails with local protection errors",
                   listed(mapped.translated, 4), mapped.type),
      evidence);
}

/// GPUDirect needs both a GPU and an RDMA device: where one of them is certainly not here, translation harms nothing.
bool no_pair(const facts::Machine& machine) {
  const auto& gpus = machine.gpu.gpus;
  const auto& devices = machine.rdma.devices;
  const bool no_device = devices ? devices->empty() : devices.missing().why == facts::Why::not_found;
  return no_device || (gpus && gpus->empty());
}

/// Nothing to judge, or something that had to be known and is not.
std::optional<std::vector<Finding>> decided(const facts::Machine& machine) {
  const auto& groups = machine.kernel.iommu.groups;
  if (groups.not_asked()) return std::vector<Finding>{};
  if (no_pair(machine)) return std::vector<Finding>{};
  if (!groups && groups.missing().why == facts::Why::not_found) {
    return std::vector{
        ok("machine", "this kernel has no IOMMU groups: nothing is translated", {lacking(groups, "IOMMU groups")})};
  }
  if (!groups) return without(groups, "machine", "the list of IOMMU groups");
  if (!machine.gpu.gpus) return without(machine.gpu.gpus, "machine", "the list of GPUs");
  if (!machine.rdma.devices) return without(machine.rdma.devices, "machine", "the list of RDMA devices");
  return std::nullopt;
}

std::vector<Finding> rule(const Input& input) {
  const facts::Machine& machine = input.machine;
  if (auto findings = decided(machine)) return *std::move(findings);
  const auto& groups = machine.kernel.iommu.groups;
  const Mapped mapped = mapped_functions(machine);
  if (!mapped.translated.empty()) return {judged(input, mapped)};
  if (!mapped.unknown.empty()) {
    return {unknown("machine", base::format("what the IOMMU does with the DMA of {} is not known", listed(mapped.unknown)),
                    {seen(groups, "a group without a readable type")})};
  }
  return {ok("machine", groups->empty() ? "the IOMMU is off" : "the IOMMU passes the DMA of GPUs and RDMA devices through",
             {seen(groups, groups->empty() ? "no groups" : "identity, or no group")})};
}

}  // namespace

Check host_iommu_translation() {
  return {.title = "The IOMMU translates the DMA of GPUs and adapters",
          .severity = Severity::error,
          .cause =
              "With translated DMA the traffic between GPU and NIC goes up through the IOMMU instead of straight across the "
              "PCIe switch. It costs bandwidth, and on many platforms transfers end in IBV_WC_LOC_PROT_ERR.",
          .fix =
              "Kernel command line, then reboot (OpenShift: kernelArguments of a MachineConfig); "
              "/sys/kernel/iommu_groups/N/type must then read identity:\niommu=pt",
          .rule = rule};
}

}  // namespace railhead::check
