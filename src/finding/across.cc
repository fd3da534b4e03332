#include "finding/across.h"

#include <algorithm>
#include <map>

namespace railhead::check {
namespace {

constexpr std::size_t kMostNamed = 3;
constexpr std::size_t kMostGroups = 6;

struct Group {
  std::string value;
  std::vector<std::string> names;
  Evidence evidence;
};

/// The largest first; among equals in order of the machines.
std::vector<Group> groups_of(const Input& input, const Comparison& comparison) {
  std::vector<Group> groups;
  std::map<std::string, std::size_t> by_value;
  for (std::size_t i = 0; i < input.machines.size(); ++i) {
    std::optional<Trait> trait = comparison.trait(input.machines[i]);
    if (!trait) continue;
    std::string name = name_of_machine(input, i);
    const auto [place, added] = by_value.try_emplace(trait->value, groups.size());
    if (added) groups.push_back({trait->value, {}, {name + ": " + trait->evidence.what, std::move(trait->evidence.where)}});
    groups[place->second].names.push_back(std::move(name));
  }
  std::ranges::stable_sort(groups, std::ranges::greater{}, [](const Group& group) { return group.names.size(); });
  return groups;
}

}  // namespace

bool compares(const Input& input) { return input.machines.size() > 1 && &input.machine == input.machines.data(); }

std::string name_of_machine(const Input& input, std::size_t index) {
  if (index >= input.names.size() || input.names[index].empty()) return "the first";
  const std::string& name = input.names[index];
  return name.substr(name.rfind('/') + 1);
}

std::vector<Finding> compared(const Input& input, const Comparison& comparison) {
  if (!compares(input)) return {};
  const std::vector<Group> groups = groups_of(input, comparison);
  std::size_t told = 0;
  Evidences evidence;
  std::vector<std::string> parts;
  for (const Group& group : groups) {
    told += group.names.size();
    if (evidence.size() >= kMostGroups) continue;
    evidence.push_back(group.evidence);
    parts.push_back(base::format("{} in {}", group.value, listed(group.names, kMostNamed)));
  }
  if (told < 2) return {};
  if (groups.size() == 1)
    return {
        ok("machines", base::format("{} is {} in all of them", comparison.what, groups.front().value), std::move(evidence))};
  if (groups.size() > kMostGroups) parts.push_back(base::format("{} others", groups.size() - kMostGroups));
  return {violated(comparison.severity, "machines", base::format("{} is {}", comparison.what, base::joined(parts, "; ")),
                   std::move(evidence))};
}

}  // namespace railhead::check
