#include <algorithm>
#include <map>

#include "facts/log/run.h"
#include "finding/finding.h"
#include "finding/log/search.h"
#include "finding/scope.h"

namespace railhead::check {
namespace {

/// The provider library of a kernel driver, as rdma-core names it: libNAME-rdmavNN.so.
const std::map<std::string, std::string, std::less<>>& providers_of_drivers() {
  static const std::map<std::string, std::string, std::less<>> table = {
      {"mlx5_core", "mlx5"}, {"mlx4_core", "mlx4"}, {"bnxt_en", "bnxt_re"}, {"ice", "irdma"},
      {"i40e", "irdma"},     {"qede", "qedr"},      {"cxgb4", "cxgb4"},     {"efa", "efa"},
      {"hfi1", "hfi1verbs"}, {"mana", "mana"},      {"rdma_rxe", "rxe"},    {"siw", "siw"},
      {"hns3", "hns"},       {"erdma", "erdma"},    {"ionic", "ionic"},     {"ib_qib", "ipathverbs"}};
  return table;
}

/// Empty where the driver is not known or none of the above.
std::string provider_of(const facts::Device& device) {
  if (!device.driver) return "";
  const auto entry = providers_of_drivers().find(*device.driver);
  return entry == providers_of_drivers().end() ? "" : entry->second;
}

/// libibverbs lists a device that it has a provider for; where it was not asked the files tell.
std::optional<bool> has_provider(const facts::Machine& machine, const facts::Device& device) {
  if (device.verbs_lists) return *device.verbs_lists;
  const std::string provider = provider_of(device);
  if (provider.empty() || !machine.software.providers) return std::nullopt;
  return std::ranges::count(*machine.software.providers, provider) > 0;
}

Evidence evidence_of(const facts::Machine& machine, const facts::Device& device) {
  if (device.verbs_lists) return seen(device.verbs_lists, base::format("libibverbs does not list {}", device.name));
  return seen(machine.software.providers, base::format("providers: {}", listed(*machine.software.providers, 32)));
}

Finding judged(const Input& input, const facts::Device& device) {
  const std::string provider = provider_of(device);
  const bool has_file = input.machine.software.providers && std::ranges::count(*input.machine.software.providers, provider) > 0;
  const std::string why =
      provider.empty() ? "its provider library is missing or does not speak the kernel's ABI"
      : has_file       ? base::format("its provider ({}) is here but does not take it: another ABI than the kernel's", provider)
                       : base::format("its provider library (lib{}) is not in this image", provider);
  return violated(Severity::error, device.name, base::format("libibverbs does not know it: {}", why),
                  {evidence_of(input.machine, device)});
}

std::vector<Finding> of_machine(const Input& input) {
  if (auto findings = no_devices_to_judge(input)) return *std::move(findings);
  const facts::Software& software = input.machine.software;
  if (software.libibverbs.loads.is(false))
    return {skipped("machine", "libibverbs does not load: nccl.ib.libibverbs-missing says so")};
  std::vector<Finding> findings;
  std::vector<std::string> known;
  Evidence proof;
  for (const facts::Device& device : *input.machine.rdma.devices) {
    // A device whose node is not here is not this container's, and old versions of libibverbs do not list it.
    if (!device.uverbs_node.present.is(true) || claim(input.machine, device) == Claim::foreign) continue;
    const std::optional<bool> has = has_provider(input.machine, device);
    if (has == false) findings.push_back(judged(input, device));
    if (has == true) {
      known.push_back(device.name);
      proof = device.verbs_lists ? seen(device.verbs_lists, "libibverbs lists " + listed(known))
                                 : evidence_of(input.machine, device);
    }
  }
  if (!findings.empty()) return findings;
  if (!known.empty()) return {ok("machine", base::format("libibverbs has a provider for {}", listed(known)), {proof})};
  if (software.providers.not_asked()) return {};
  const bool any_node =
      std::ranges::any_of(*input.machine.rdma.devices, [](const auto& device) { return device.uverbs_node.present.is(true); });
  return {skipped("machine", any_node ? "no device here has a driver whose provider is known" : kNoNodeHere)};
}

std::vector<Finding> of_log(const Input& input) {
  return search(input, {.what = "word of a provider that is missing",
                        .is = [](const facts::LogEvent& event) { return event.fault == facts::LogFault::provider_missing; },
                        .message = [](const facts::LogEvent&) -> std::string {
                          return "libibverbs does not find its providers: no RDMA device can be used";
                        }});
}

std::vector<Finding> rule(const Input& input) { return joined(of_machine(input), of_log(input)); }

}  // namespace

Check libibverbs_provider_missing() {
  return {.title = "libibverbs has no provider for an RDMA device",
          .severity = Severity::error,
          .cause =
              "libibverbs reaches a device through the provider library of its driver (libmlx5-rdmav34.so). Without it, or "
              "with one that speaks another kernel ABI, the device is visible in /sys and unknown to every program.",
          .fix =
              "In the image: apt-get install ibverbs-providers, or dnf install libibverbs  # with a vendor's driver on the "
              "node: the libraries of the same release",
          .rule = rule};
}

}  // namespace railhead::check
