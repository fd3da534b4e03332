#include <algorithm>

#include "finding/declared/settings.h"
#include "finding/finding.h"
#include "finding/rdma/hca_list.h"
#include "finding/scope.h"
#include "finding/variables.h"

namespace railhead::check {
namespace {

bool is_named(const HcaList& hcas, const std::string& device) {
  return std::ranges::any_of(hcas.list.entries, [&](const nccl::ListEntry& entry) { return entry.name == device; });
}

/// The usable ports that an entry takes besides the device of exactly that name, and that no entry names itself.
std::vector<PortView> taken_too(const HcaList& hcas) {
  std::vector<PortView> ports;
  for (const PortView& view : hcas.usable) {
    const auto takes = [&](const nccl::ListEntry& entry) {
      const bool exists =
          std::ranges::any_of(hcas.visible, [&entry](const PortView& other) { return other.device->name == entry.name; });
      return exists && hcas.names(entry, view);
    };
    if (!is_named(hcas, view.device->name) && std::ranges::any_of(hcas.list.entries, takes)) ports.push_back(view);
  }
  return ports;
}

std::string exact_value(const HcaList& hcas) {
  std::string value = hcas.variable->value;
  value.insert(hcas.list.exclude ? 1 : 0, "=");
  return value;
}

std::vector<Finding> of_machine(const Input& input) {
  if (auto findings = no_rdma_setting(input, "NCCL_IB_HCA")) return *std::move(findings);
  const auto hcas = hca_list(input);
  if (!hcas) return without(input.machine.rdma.devices, "NCCL_IB_HCA", "the list of RDMA devices");
  Evidences evidence{shown(*hcas->variable), seen(input.machine.rdma.devices, "usable: " + devices_of(hcas->usable))};
  const std::vector<PortView> more = hcas->list.exact ? std::vector<PortView>{} : taken_too(*hcas);
  if (more.empty()) return {ok("NCCL_IB_HCA", "takes no device that it does not mean", std::move(evidence))};
  return {violated(Severity::warning, "NCCL_IB_HCA",
                   base::format("'{}' {} {} too: names are beginnings, and without '=' in front mlx5_1 is mlx5_10 as well",
                                hcas->variable->value, hcas->list.exclude ? "leaves out" : "takes", devices_of(more)),
                   std::move(evidence), correction(*hcas->variable, exact_value(*hcas)))};
}

/// No text says how many devices a node has: from ten on mlx5_1 is the beginning of others.
std::vector<Finding> by_names(const Input& input) {
  const facts::Variable* variable = setting(input.machine, "NCCL_IB_HCA");
  if (variable == nullptr || input.cluster != nullptr) return {};  // with a cluster it is of no manifest
  const nccl::DeviceList list = nccl::parse_device_list(variable->value);
  const auto entry = std::ranges::find(list.entries, "mlx5_1", &nccl::ListEntry::name);
  if (list.exact || entry == list.entries.end()) return {};
  return {violated(Severity::info, "NCCL_IB_HCA",
                   base::format("'{}' {} mlx5_10 and those after it too, on a node with as many devices: without '=' in front "
                                "names are beginnings",
                                variable->value, list.exclude ? "leaves out" : "takes"),
                   {shown(*variable)},
                   correction(*variable, list.exclude ? "^=" + variable->value.substr(1) : "=" + variable->value))};
}

std::vector<Finding> rule(const Input& input) {
  if (input.machine.rdma.devices || input.cluster == nullptr) return of_machine(input);
  return with_declared(input, Whose::with_rdma, by_names);
}

}  // namespace

Check env_ib_hca_prefix_match() {
  return {
      .title = "A name in NCCL_IB_HCA takes more devices than it says",
      .severity = Severity::warning,
      .cause =
          "Each entry of NCCL_IB_HCA is the beginning of a name, unless '=' stands in front of the list. With ten devices or "
          "more one name is the beginning of others.",
      .fix = "export NCCL_IB_HCA==mlx5_1:1  # the second '=' makes names exact",
      .rule = rule};
}

}  // namespace railhead::check
