#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "manifest/scc/strategy/strategies.h"

namespace railhead::manifest::scc {

namespace {

using Groups = std::vector<std::int64_t>;

/// What a rule leaves free, and whose ranges those are.
struct Allowed {
  std::vector<IdRange> ranges = {};
  bool of_namespace = false;
};

Allowed supplemental_allowed(const Trial& trial) {
  const GroupRule& rule = trial.constraint.supplemental_groups;
  if (!rule.ranges.empty()) return {rule.ranges, false};
  return {trial.ranges.groups, true};
}

/// Of the namespace's blocks the server takes one single group for fsGroup.
Allowed fs_allowed(const Trial& trial) {
  const GroupRule& rule = trial.constraint.fs_group;
  if (!rule.ranges.empty()) return {rule.ranges, false};
  if (trial.ranges.groups.empty()) return {{}, true};
  const std::int64_t first = trial.ranges.groups.front().min;
  return {{{first, first}}, true};
}

std::string as_json(const Groups& groups) {
  std::vector<std::string> texts;
  texts.reserve(groups.size());
  std::ranges::transform(groups, std::back_inserter(texts), [](std::int64_t group) { return std::to_string(group); });
  return base::format("[{}]", base::joined(texts, ","));
}

bool contains(const Allowed& allowed, std::int64_t group) {
  return std::ranges::any_of(allowed.ranges,
                             [group](const IdRange& range) { return group >= range.min && group <= range.max; });
}

void check(Trial& trial, Field field, const char* name, const Groups& groups, const Allowed& allowed) {
  const std::string path = base::format(".spec.securityContext.{}", name);
  if (groups.empty()) {
    add_invalid(
        trial, {.field = field, .path = path, .value = "[]", .why = "unable to validate empty groups against required ranges"});
  }
  for (const std::int64_t group : groups) {
    if (contains(allowed, group)) continue;
    add_invalid(trial, {.field = field,
                        .path = path,
                        .value = as_json(groups),
                        .why = base::format("{} is not an allowed group", group),
                        .of_namespace = allowed.of_namespace,
                        .never_allocated = group < kFirstAllocated});
  }
}

}  // namespace

void fill_groups(Trial& trial) {
  PodSecurity& security = security_of(trial.pod);
  if (trial.constraint.supplemental_groups.type == Strategy::must_run_as && !security.supplemental_groups) {
    const Allowed allowed = supplemental_allowed(trial);
    if (!allowed.ranges.empty()) security.supplemental_groups = Groups{allowed.ranges.front().min};
  }
  if (trial.constraint.fs_group.type == Strategy::must_run_as && !security.fs_group) {
    const Allowed allowed = fs_allowed(trial);
    if (!allowed.ranges.empty()) security.fs_group = allowed.ranges.front().min;
  }
}

void check_groups(Trial& trial) {
  const PodSecurity& security = security_of(trial.pod);
  if (trial.constraint.fs_group.type == Strategy::must_run_as) {
    const Groups groups = security.fs_group ? Groups{*security.fs_group} : Groups{};
    check(trial, Field::fs_group, "fsGroup", groups, fs_allowed(trial));
  }
  if (trial.constraint.supplemental_groups.type == Strategy::must_run_as) {
    check(trial, Field::supplemental_groups, "supplementalGroups", security.supplemental_groups.value_or(Groups{}),
          supplemental_allowed(trial));
  }
}

}  // namespace railhead::manifest::scc
