#include <algorithm>
#include <iterator>

#include "facts/log/run.h"
#include "finding/finding.h"
#include "finding/log/gids.h"
#include "finding/rdma/hca_list.h"
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

/// A list of names alone ("ibv_devinfo -l"), or what NCCL says that it uses: the names of a list are compared with it.
struct Told {
  std::vector<std::string> names;
  Evidence evidence;
  bool used = false;  // of NCCL: what it found and chose, and not what there is
};

std::vector<std::string> names_of(const std::vector<facts::Device>& devices) {
  std::vector<std::string> names;
  names.reserve(devices.size());
  for (const facts::Device& device : devices) names.push_back(device.name);
  return names;
}

std::optional<Told> told(const Input& input) {
  const auto& devices = input.machine.rdma.devices;
  if (devices && devices->size() > 1)
    return Told{names_of(*devices), seen(devices, base::listed(names_of(*devices), 12) + " are here"), false};
  if (devices || input.log == nullptr) return std::nullopt;
  Told all{.names = {}, .evidence = {}, .used = true};
  for (const facts::LogRank& rank : input.log->ranks) {
    if (!rank.hcas.has()) continue;
    for (const facts::LogHca& hca : *rank.hcas)
      if (std::ranges::find(all.names, hca.name) == all.names.end()) all.names.push_back(hca.name);
    if (all.evidence.where.empty()) all.evidence = seen(rank.hcas, "the devices that NCCL uses");
  }
  return all.names.empty() ? std::nullopt : std::optional(all);
}

std::vector<std::string> not_among(const nccl::DeviceList& list, const std::vector<std::string>& names) {
  std::vector<std::string> missing;
  for (const nccl::ListEntry& entry : list.entries)
    if (std::ranges::none_of(names, [&](const std::string& name) { return nccl::names(list, entry, name, entry.port); }))
      missing.push_back(in_words(entry));
  return missing;
}

std::vector<Finding> by_names(const Input& input) {
  const facts::Variable& variable = *setting(input.machine, "NCCL_IB_HCA");
  const nccl::DeviceList list = nccl::parse_device_list(variable.value);
  const auto here = told(input);
  if (!here || list.exclude) return {};
  const std::vector<std::string> missing = not_among(list, here->names);
  std::vector<std::string> unused;
  for (const std::string& name : here->names)
    if (std::ranges::none_of(list.entries, [&](const auto& entry) { return nccl::names(list, entry, name, entry.port); }))
      unused.push_back(name);
  Evidences evidence{shown(variable), here->evidence};
  if (missing.empty()) return {ok("NCCL_IB_HCA", "every name in it is here", std::move(evidence))};
  const char* are = missing.size() == 1 ? "is" : "are";
  const std::size_t chosen = here->names.size() - unused.size();
  if (here->used)
    return {violated(Severity::warning, "NCCL_IB_HCA",
                     base::format("{} {} not among the devices that NCCL uses ({}): not there, or not active",
                                  base::listed(missing), are, base::listed(here->names)),
                     std::move(evidence))};
  if (unused.empty() || chosen == 0) return {};
  return {violated(Severity::error, "NCCL_IB_HCA",
                   base::format("{} {} not here, and {} {} not named: {} of {} devices would be used", base::listed(missing),
                                are, base::listed(unused), unused.size() == 1 ? "is" : "are", chosen, here->names.size()),
                   std::move(evidence), correction(variable, "=" + base::joined(here->names, ",")))};
}

std::vector<Finding> rule(const Input& input) {
  if (auto findings = no_rdma_setting(input, "NCCL_IB_HCA")) return *std::move(findings);
  const auto hcas = hca_list(input);
  if (of_texts(input) && (!hcas || hcas->visible.empty())) return by_names(input);
  if (of_texts(input) && hcas->visible.size() < 2) return {};  // a listing of one device says nothing of others
  if (!hcas) return without(input.machine.rdma.devices, "NCCL_IB_HCA", "the list of RDMA devices");
  if (hcas->list.exclude) return {skipped("machine", "NCCL_IB_HCA says what to leave out")};
  if (hcas->selected().empty()) return {skipped("machine", "NCCL_IB_HCA chooses no usable device")};
  Evidences evidence{shown(*hcas->variable), seen(input.machine.rdma.devices, "usable: " + devices_of(hcas->usable))};
  const std::vector<std::string> missing = missing_entries(*hcas);
  if (missing.empty()) return {ok("NCCL_IB_HCA", "every name in it is here", std::move(evidence))};
  // What is pasted may be a part, in which the missing names do not stand.
  if (of_texts(input) && passed_over(*hcas).empty()) return {};
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
