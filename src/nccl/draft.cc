#include "nccl/draft.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "nccl/user.h"

namespace railhead::nccl {

void Draft::add(Setting setting) {
  if (const facts::Variable* user = set_by_user(environment_, setting.name)) {
    const std::string where = where_set(*user);
    setting.reason = user->value == setting.value
                         ? base::format("{}; the same would be set here: {}", where, setting.reason)
                         : base::format("{}; without it: {} ({})", where, setting.value, setting.reason);
    setting.value = user->value;
    setting.origin = Origin::user;
    setting.evidence.insert(setting.evidence.begin(), {setting.name + "=" + user->value, user->source});
  }
  settings_.push_back(std::move(setting));
}

void Draft::set(const std::string& name, const std::string& value, const std::string& reason,
                std::vector<facts::Evidence> evidence) {
  add({.name = name, .value = value, .origin = Origin::detected, .reason = reason, .evidence = std::move(evidence)});
}

void Draft::set_default(const std::string& name, const std::string& value, const std::string& reason) {
  add({.name = name, .value = value, .origin = Origin::fallback, .reason = reason, .evidence = {}});
}

void Draft::withhold(const std::string& name, const std::string& reason, std::vector<facts::Evidence> evidence) {
  if (const facts::Variable* user = set_by_user(environment_, name)) {
    evidence.insert(evidence.begin(), {name + "=" + user->value, user->source});
    settings_.push_back({.name = name,
                         .value = user->value,
                         .origin = Origin::user,
                         .reason = base::format("{}; without it, left unset: {}", where_set(*user), reason),
                         .evidence = std::move(evidence)});
    return;
  }
  withheld_.push_back({.name = name, .reason = reason, .evidence = std::move(evidence)});
}

void Draft::fail(base::Error error) {
  if (!error_) error_ = std::move(error);
}

bool Draft::is_users(const std::string& name) const { return set_by_user(environment_, name) != nullptr; }

void Draft::finish(Plan& plan) {
  std::ranges::stable_sort(settings_, {}, &Setting::name);
  std::ranges::stable_sort(withheld_, {}, &LeftOut::name);
  plan.settings = std::move(settings_);
  plan.withheld = std::move(withheld_);
  plan.error = std::move(error_);
}

}  // namespace railhead::nccl
