#include "nccl/draft.h"

#include <algorithm>
#include <utility>

#include "base/format.h"

namespace railhead::nccl {

Draft::Draft(const facts::Environment& environment) : environment_(environment) {}

const facts::Variable* Draft::of_user(const std::string& name) const {
  if (!environment_.variables) return nullptr;
  const auto found = std::ranges::find(*environment_.variables, name, &facts::Variable::name);
  return found == environment_.variables->end() ? nullptr : &*found;
}

std::string Draft::user_value(const std::string& name) const {
  const facts::Variable* variable = of_user(name);
  return variable ? variable->value : "";
}

void Draft::set(const std::string& name, const std::string& value, const std::string& reason,
                std::vector<facts::Evidence> evidence, Origin origin) {
  const facts::Variable* user = of_user(name);
  if (!user) {
    settings_.push_back({name, value, origin, reason, std::move(evidence)});
    return;
  }
  std::string said = base::format("set already ({})", user->source);
  if (user->value != value) said += base::format("; detected: {}, since {}", value, reason);
  settings_.push_back({name, user->value, Origin::user, std::move(said), std::move(evidence)});
}

void Draft::withhold(const std::string& name, const std::string& reason, std::vector<facts::Evidence> evidence) {
  const facts::Variable* user = of_user(name);
  if (user)
    settings_.push_back({name, user->value, Origin::user,
                         base::format("set already ({}); by itself it would not be set: {}", user->source, reason),
                         std::move(evidence)});
  else
    withheld_.push_back({name, reason, std::move(evidence)});
}

void Draft::finish(Plan& plan) && {
  std::ranges::sort(settings_, {}, &Setting::name);
  std::ranges::sort(withheld_, {}, &LeftOut::name);
  plan.settings = std::move(settings_);
  plan.withheld = std::move(withheld_);
}

}  // namespace railhead::nccl
