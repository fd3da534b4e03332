#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "manifest/scc/strategy/strategies.h"
#include "manifest/validation/go_text.h"

namespace railhead::manifest::scc {

namespace {

using Names = std::vector<std::string>;

/// Sorted by bytes, each name once.
Names as_set(Names names) {
  std::ranges::sort(names);
  const auto rest = std::ranges::unique(names);
  names.erase(rest.begin(), rest.end());
  return names;
}

Names united(const Names& left, const Names& right) {
  Names all;
  all.reserve(left.size() + right.size());
  std::ranges::set_union(left, right, std::back_inserter(all));
  return all;
}

bool contains(const Names& names, const std::string& name) { return std::ranges::find(names, name) != names.end(); }

}  // namespace

/// A default that the container drops by name is not added; the drop of ALL takes none away. Where nothing new comes in, the
/// container's lists stay as they were written, else they are sorted.
void fill_capabilities(Trial& trial, const Spot& spot) {
  const Constraint& constraint = trial.constraint;
  if (constraint.default_capabilities.empty() && constraint.required_drops.empty()) return;
  const std::optional<ContainerSecurity>& security = spot.container.security;
  const Capabilities own = security ? security->capabilities.value_or(Capabilities{}) : Capabilities{};
  const Names adds = as_set(own.add);
  const Names drops = as_set(own.drop);
  Names defaults = as_set(constraint.default_capabilities);
  std::erase_if(defaults, [&drops](const std::string& name) { return std::ranges::binary_search(drops, name); });
  Names all_adds = united(adds, defaults);
  Names all_drops = united(drops, as_set(constraint.required_drops));
  if (all_adds.size() == adds.size() && all_drops.size() == drops.size()) return;
  security_of(spot.container).capabilities = Capabilities{std::move(all_adds), std::move(all_drops)};
}

/// A required drop is never missing after fill_capabilities, so only what is added can be refused. Names count letter by
/// letter: CAP_IPC_LOCK is not IPC_LOCK.
void check_capabilities(Trial& trial, const Spot& spot) {
  const Constraint& constraint = trial.constraint;
  const std::optional<ContainerSecurity>& security = spot.container.security;
  if (!security || !security->capabilities || contains(constraint.allowed_capabilities, "*")) return;
  for (const std::string& name : security->capabilities->add) {
    if (contains(constraint.allowed_capabilities, name) || contains(constraint.default_capabilities, name)) continue;
    add_invalid(trial, {.field = Field::capability,
                        .container = spot.container.name,
                        .path = spot.path + ".capabilities.add",
                        .value = go_quoted(name),
                        .why = "capability may not be added"});
  }
}

}  // namespace railhead::manifest::scc
