#include <optional>
#include <string>

#include "base/format.h"
#include "manifest/scc/strategy/strategies.h"

namespace railhead::manifest::scc {

namespace {

bool range_of_namespace(const RunAsUser& rule) { return !rule.min && !rule.max; }

IdRange user_range(const Trial& trial) {
  const RunAsUser& rule = trial.constraint.run_as_user;
  if (range_of_namespace(rule)) return trial.ranges.uids;
  return {rule.min.value_or(0), rule.max.value_or(-1)};
}

std::optional<std::int64_t> user_given(const Trial& trial) {
  switch (trial.constraint.run_as_user.type) {
    case UserStrategy::must_run_as: return trial.constraint.run_as_user.uid;
    case UserStrategy::must_run_as_range: return user_range(trial).min;
    case UserStrategy::must_run_as_non_root:
    case UserStrategy::run_as_any: return std::nullopt;
  }
  return std::nullopt;
}

void refuse_user(Trial& trial, const Spot& spot, std::int64_t user, std::string why, bool of_namespace = false) {
  add_invalid(trial, {.field = Field::run_as_user,
                      .container = spot.container.name,
                      .path = spot.path + ".runAsUser",
                      .value = std::to_string(user),
                      .why = std::move(why),
                      .of_namespace = of_namespace,
                      .never_allocated = user < kFirstAllocated});
}

void check_range(Trial& trial, const Spot& spot, std::int64_t user) {
  const IdRange range = user_range(trial);
  if (user >= range.min && user <= range.max) return;
  const bool of_namespace = range_of_namespace(trial.constraint.run_as_user);
  refuse_user(trial, spot, user,
              of_namespace && trial.ranges.assumed ? "must be in the ranges: [?, ?]"
                                                   : base::format("must be in the ranges: [{}, {}]", range.min, range.max),
              of_namespace);
}

void check_non_root(Trial& trial, const Spot& spot, std::optional<std::int64_t> user) {
  if (effective_non_root(trial.pod, spot.container) == false) {
    add_invalid(trial, {.field = Field::run_as_non_root,
                        .container = spot.container.name,
                        .path = spot.path + ".runAsNonRoot",
                        .value = "false",
                        .why = "must be true"});
  } else if (user == 0) {
    refuse_user(trial, spot, *user, "running with the root UID is forbidden");
  }
}

}  // namespace

void fill_run_as_user(Trial& trial, const Spot& spot) {
  std::optional<std::int64_t> user = effective_user(trial.pod, spot.container);
  if (!user) {
    user = user_given(trial);
    if (user) security_of(spot.container).run_as_user = user;
  }
  if (effective_non_root(trial.pod, spot.container)) return;
  const bool not_root = user ? *user > 0 : trial.constraint.run_as_user.type == UserStrategy::must_run_as_non_root;
  if (not_root) security_of(spot.container).run_as_non_root = true;
}

void check_run_as_user(Trial& trial, const Spot& spot) {
  const RunAsUser& rule = trial.constraint.run_as_user;
  const std::optional<std::int64_t> user = effective_user(trial.pod, spot.container);
  switch (rule.type) {
    case UserStrategy::must_run_as:
      if (user && rule.uid && *user != *rule.uid) {
        refuse_user(trial, spot, *user, base::format("must be: {}", *rule.uid));
      }
      return;
    case UserStrategy::must_run_as_range:
      if (user) check_range(trial, spot, *user);
      return;
    case UserStrategy::must_run_as_non_root: check_non_root(trial, spot, user); return;
    case UserStrategy::run_as_any: return;
  }
}

}  // namespace railhead::manifest::scc
