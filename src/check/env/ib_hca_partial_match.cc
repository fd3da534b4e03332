#include <algorithm>

#include "finding/finding.h"
#include "finding/hca_list.h"
#include "finding/scope.h"
#include "finding/variables.h"

namespace railhead::check {
namespace {

/// As it stands in the list; NCCL does not take blanks off.
std::string in_words(const nccl::ListEntry& entry) {
  const std::string text = entry.port ? base::format("{}:{}", entry.name, *entry.port) : entry.name;
  return base::trimmed(text) == text ? text : base::format("'{}' (the blank is part of the name)", text);
}

/// Entries that name no visible port.
std::vector<std::string> missing_entries(const HcaList& hcas) {
  std::vector<std::string> missing;
  for (const nccl::ListEntry& entry : hcas.list.entries)
    if (std::ranges::none_of(hcas.visible, [&](const PortView& view) { return hcas.names(entry, view); }))
      missing.push_back(in_words(entry));
  return missing;
}

std::vector<PortView> passed_over(const HcaList& hcas) {
  std::vector<PortView> ports;
  std::ranges::copy_if(hcas.usable, std::back_inserter(ports), [&](const PortView& view) { return !hcas.selects(view); });
  return ports;
}

Finding judged(const HcaList& hcas, const std::vector<std::string>& missing, Evidences evidence) {
  const std::vector<PortView> unused = passed_over(hcas);
  const char* are = missing.size() == 1 ? "is" : "are";
  if (unused.empty())
    return violated(Severity::info, "NCCL_IB_HCA",
                    base::format("{} {} not here; every usable device is named", base::listed(missing), are),
                    std::move(evidence), correction(*hcas.variable, exactly(hcas.usable)) + "  # nothing is lost as it is");
  return violated(Severity::error, "NCCL_IB_HCA",
                  base::format("{} {} not here, and {} {} not named: {} of {} usable ports would be used",
                               base::listed(missing), are, devices_of(unused), unused.size() == 1 ? "is" : "are",
                               hcas.usable.size() - unused.size(), hcas.usable.size()),
                  std::move(evidence), correction(*hcas.variable, exactly(hcas.usable)));
}

std::vector<Finding> rule(const Input& input) {
  if (auto findings = no_rdma_setting(input, "NCCL_IB_HCA")) return *std::move(findings);
  const auto hcas = hca_list(input);
  if (!hcas) return without(input.machine.rdma.devices, "NCCL_IB_HCA", "the list of RDMA devices");
  if (hcas->list.exclude) return {skipped("machine", "NCCL_IB_HCA says what to leave out")};
  if (hcas->selected().empty()) return {skipped("machine", "NCCL_IB_HCA chooses no usable device")};
  Evidences evidence{shown(*hcas->variable), seen(input.machine.rdma.devices, "usable: " + devices_of(hcas->usable))};
  const std::vector<std::string> missing = missing_entries(*hcas);
  if (missing.empty()) return {ok("NCCL_IB_HCA", "every name in it is here", std::move(evidence))};
  return {judged(*hcas, missing, std::move(evidence))};
}

}  // namespace

Check env_ib_hca_partial_match() {
  return {.title = "NCCL_IB_HCA names devices that are not here",
          .severity = Severity::error,
          .cause =
              "NCCL uses the devices of the list that it finds and passes over the others without a word. A list copied from "
              "another node or pod may name half of the adapters here, which gives half the bandwidth.",
          .fix = "unset NCCL_IB_HCA  # or one list for each pod",
          .rule = rule};
}

}  // namespace railhead::check
