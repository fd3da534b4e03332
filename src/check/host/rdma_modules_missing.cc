#include <algorithm>
#include <map>

#include "finding/finding.h"
#include "finding/scope.h"

namespace railhead::check {
namespace {

/// The RDMA half of each network driver. `optional`: many machines use the NIC for Ethernet alone and do well without.
struct Half {
  const char* module;
  bool optional;
};

const std::map<std::string, Half, std::less<>>& halves() {
  static const std::map<std::string, Half, std::less<>> table = {
      {"mlx5_core", {"mlx5_ib", false}},  {"mlx4_core", {"mlx4_ib", false}}, {"bnxt_en", {"bnxt_re", true}},
      {"ice", {"irdma", true}},           {"qede", {"qedr", true}},          {"cxgb4", {"iw_cxgb4", true}},
      {"hns3", {"hns_roce_hw_v2", true}}, {"ionic", {"ionic_rdma", true}},   {"mana", {"mana_ib", true}}};
  return table;
}

bool is_loaded(const facts::KernelFacts& kernel, const std::string& name) {
  const bool listed =
      kernel.modules && std::ranges::any_of(*kernel.modules, [&](const auto& module) { return module.name == name; });
  return listed || (kernel.built_in && std::ranges::count(*kernel.built_in, name) > 0);
}

bool has_rdma_device(const facts::Rdma& rdma, const std::string& address) {
  return rdma.devices && std::ranges::any_of(*rdma.devices, [&](const auto& device) { return device.pci_address.is(address); });
}

/// What is missing: the module, and the functions that wait for it.
struct Gap {
  Severity severity = Severity::warning;
  std::vector<std::string> functions;
};

/// The function of a module that is missing; nothing where it is loaded, or the function is no RDMA function, or has its
/// device.
void add_gap(const Input& input, const facts::PciFunction& function, std::map<std::string, Gap>& gaps) {
  if (!function.driver || !is_rdma_capable(function)) return;
  const auto half = halves().find(*function.driver);
  if (half == halves().end() || is_loaded(input.machine.kernel, half->second.module)) return;
  if (has_rdma_device(input.machine.rdma, function.address)) return;
  Gap& gap = gaps[half->second.module];
  gap.functions.push_back(base::format("{} ({})", function.address, *function.driver));
  const bool needed = !half->second.optional || rdma_use(input) == RdmaUse::wanted;
  if (needed) gap.severity = Severity::error;
}

std::map<std::string, Gap> gaps_of(const Input& input) {
  std::map<std::string, Gap> gaps;
  if (input.machine.pci.functions) {
    for (const facts::PciFunction& function : *input.machine.pci.functions) add_gap(input, function, gaps);
  }
  const auto& devices = input.machine.rdma.devices;
  if (devices && !devices->empty() && !is_loaded(input.machine.kernel, "ib_uverbs")) {
    Gap& gap = gaps["ib_uverbs"];
    gap.severity = Severity::error;
    for (const facts::Device& device : *devices) gap.functions.push_back(device.name);
  }
  return gaps;
}

/// Without one no module is missing, and hca.none says the rest.
bool any_adapter(const facts::Machine& machine) {
  if (machine.rdma.devices && !machine.rdma.devices->empty()) return true;
  return machine.pci.functions && std::ranges::any_of(*machine.pci.functions, facts::is_rdma_capable);
}

Finding judged(const Input& input, const std::string& module, const Gap& gap) {
  const Evidences evidence = {seen(input.machine.kernel.modules, module + " is not loaded")};
  return violated(
      weighed(gap.severity, rdma_use(input)), module,
      base::format("is not loaded: without this kernel module {} cannot be used for RDMA", listed(gap.functions, 4)), evidence,
      base::format("On the node: modprobe {0} && echo {0} >> /etc/modules-load.d/rdma.conf", module));
}

std::vector<Finding> rule(const Input& input) {
  const facts::KernelFacts& kernel = input.machine.kernel;
  const std::map<std::string, Gap> gaps = gaps_of(input);
  if (!kernel.modules && gaps.empty()) return {};
  if (!kernel.modules) return without(kernel.modules, "machine", "the list of loaded modules");
  if (gaps.empty() && !any_adapter(input.machine)) return {};
  if (gaps.empty())
    return {ok("machine", "every kernel module that the adapters here need for RDMA is there",
               {seen(kernel.modules, "loaded modules")})};
  // A module that is not in /proc/modules may be part of the kernel itself.
  if (!kernel.built_in)
    return {
        unknown("machine", "whether RDMA modules are built in is not known", {lacking(kernel.built_in, "built-in modules")})};
  std::vector<Finding> findings;
  findings.reserve(gaps.size());
  for (const auto& [module, gap] : gaps) findings.push_back(judged(input, module, gap));
  return findings;
}

}  // namespace

Check host_rdma_modules_missing() {
  return {
      .title = "An RDMA kernel module is not loaded",
      .severity = Severity::error,
      .cause =
          "A NIC's driver makes it a network interface; a second module makes an RDMA device of it (mlx5_core and mlx5_ib), "
          "and ib_uverbs lets programs open it. Minimal images of the operating system leave the second ones out.",
      .fix =
          "On the node: modprobe -a mlx5_ib ib_uverbs rdma_ucm  # not found: install kernel-modules-extra, "
          "linux-modules-extra, or the vendor's driver",
      .rule = rule};
}

}  // namespace railhead::check
