#include <algorithm>
#include <map>

#include "fabric/device/claim.h"
#include "facts/log/run.h"
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

bool translates(const facts::IommuGroup& group) { return group.type.is("DMA") || group.type.is("DMA-FQ"); }

/// True where texts tell what the IOMMU does and not for which GPU or adapter.
bool is_partial(const facts::Machine& machine) {
  const bool placed = machine.rdma.devices && std::ranges::any_of(*machine.rdma.devices, [](const facts::Device& device) {
                        return device.pci_address.has();
                      });
  return machine.gpu.gpus.not_asked() && !placed;
}

bool is_adapter_or_gpu(const facts::Machine& machine, const std::string& address) {
  const auto listed = std::ranges::find(machine.pci.listed, address, &facts::ListedFunction::address);
  const bool shown = listed != machine.pci.listed.end() &&
                     (listed->kind == facts::ListedKind::network || listed->kind == facts::ListedKind::gpu);
  return shown || std::ranges::count(machine.kernel.log.functions, address) > 0;
}

/// The groups that hold an adapter or a GPU, where lspci or the kernel's log name some; else all.
std::vector<facts::IommuGroup> groups_of_interest(const facts::Machine& machine) {
  std::vector<facts::IommuGroup> found;
  for (const facts::IommuGroup& group : *machine.kernel.iommu.groups)
    if (std::ranges::any_of(group.devices, [&](const std::string& device) { return is_adapter_or_gpu(machine, device); }))
      found.push_back(group);
  return found.empty() ? *machine.kernel.iommu.groups : found;
}

/// Refused DMA proves that the IOMMU translates. That of other devices (a disk, a console) is not RDMA's.
Evidences refusals(const facts::Machine& machine) {
  Evidences evidence;
  const facts::KernelLog& log = machine.kernel.log;
  for (const facts::DmaFault& fault : log.dma_faults) {
    const bool ours = !fault.driver.empty() || is_adapter_or_gpu(machine, fault.device);
    if (!ours || evidence.size() >= 4) continue;
    evidence.push_back({base::format("DMA of {} refused{}", fault.device,
                                     fault.count > 1 ? base::format(", {} times", fault.count) : std::string()),
                        fault.source});
  }
  return evidence;
}

bool is_passthrough(const facts::KernelFacts& kernel) {
  return kernel.command_line && kernel.command_line->find("iommu=pt") != std::string::npos;
}

void add_command_line(const facts::KernelFacts& kernel, Evidences& evidence) {
  if (kernel.command_line)
    evidence.push_back(seen(kernel.command_line, is_passthrough(kernel) ? "iommu=pt is set" : "iommu=pt is not set"));
}

bool has_protection_error(const Input& input) {
  return input.log != nullptr && std::ranges::any_of(input.log->events, [](const facts::LogEvent& event) {
           return event.fault == facts::LogFault::completion && event.completion.status == 4;
         });
}

const char* const kHarm = "GPUDirect RDMA is slower or fails with local protection errors";

/// The groups of a text. Where some translate and others pass through, it is not known which are the GPU's and the adapter's.
std::optional<Finding> of_bare_groups(const Input& input) {
  const facts::KernelFacts& kernel = input.machine.kernel;
  if (!kernel.iommu.groups || kernel.iommu.groups->empty()) return std::nullopt;
  const std::vector<facts::IommuGroup> groups = groups_of_interest(input.machine);
  const auto translated = static_cast<std::size_t>(std::ranges::count_if(groups, translates));
  const auto typed =
      static_cast<std::size_t>(std::ranges::count_if(groups, [](const facts::IommuGroup& group) { return group.type.has(); }));
  if (typed == 0) return std::nullopt;
  const auto first = std::ranges::find_if(groups, translates);
  if (translated == 0)
    return ok("machine", "the IOMMU passes DMA through: no group translates",
              {seen(groups.front().type, base::format("type {}", *groups.front().type))});
  Evidences evidence = {seen(first->type, base::format("group type {}", *first->type))};
  add_command_line(kernel, evidence);
  if (translated < typed)
    return unknown("machine",
                   base::format("the IOMMU translates {} of {} groups; which are the GPUs' and the adapters' is not known",
                                translated, typed),
                   std::move(evidence));
  return violated(Severity::error, "machine", base::format("the IOMMU translates DMA ({}): {}", *first->type, kHarm),
                  std::move(evidence));
}

/// What the kernel's log says of groups to come. It is an error where the job's errors or refused DMA fit.
std::optional<Finding> of_kernel_log(const Input& input) {
  const facts::KernelFacts& kernel = input.machine.kernel;
  Evidences refused = refusals(input.machine);
  const bool translated = kernel.iommu.default_domain.is("Translated");
  Evidences evidence;
  if (kernel.iommu.default_domain)
    evidence.push_back(seen(kernel.iommu.default_domain, "default domain type " + *kernel.iommu.default_domain));
  add_command_line(kernel, evidence);
  if (!refused.empty()) {
    evidence.insert(evidence.begin(), refused.begin(), refused.end());
    return violated(Severity::error, "machine",
                    base::format("the IOMMU translates DMA and refused some of an adapter or GPU: {}", kHarm),
                    std::move(evidence));
  }
  if (translated)
    return violated(has_protection_error(input) ? Severity::error : Severity::warning, "machine",
                    base::format("the IOMMU translates DMA by default: {}", kHarm), std::move(evidence));
  if (kernel.iommu.default_domain.is("Passthrough"))
    return ok("machine", "the IOMMU passes DMA through by default", std::move(evidence));
  return std::nullopt;
}

std::optional<Finding> of_texts(const Input& input) {
  std::optional<Finding> groups = of_bare_groups(input);
  if (groups && groups->verdict != Verdict::unknown) return groups;
  std::optional<Finding> log = of_kernel_log(input);
  return log ? log : groups;
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
  const bool empty = machine.kernel.iommu.groups && machine.kernel.iommu.groups->empty();  // host.iommu-off
  if (is_partial(machine) && !empty) {
    std::optional<Finding> finding = of_texts(input);
    if (finding) return {*std::move(finding)};
  }
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
