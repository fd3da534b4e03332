#include "nri/hook/hook.h"

#include <algorithm>

#include "nri/hook/unseen.h"

namespace railhead::nri {
namespace {

/// The limits that the policy may come to speak of.
std::vector<std::string> types_of(const Policy& policy) {
  std::vector<std::string> types;
  for (const Rule& rule : policy.rules)
    for (const Grant& grant : rule.grants)
      if (std::find(types.begin(), types.end(), grant.type) == types.end()) types.push_back(grant.type);
  return types;
}

base::Result<Config> config_of(const State& state, const Machine& machine) {
  const std::string path = state.bundle + "/config.json";
  const base::Result<std::string> text = machine.read(path);
  if (!text) return std::unexpected(text.error());
  return read_config(*text, path);
}

}  // namespace

base::Result<std::optional<Hooked>> run_hook(const Policy& policy, std::string_view state_text, const Machine& machine,
                                             bool audit) {
  const base::Result<State> state = read_state(state_text);
  if (!state) return std::unexpected(state.error());
  if (const auto right = check_target(*state, machine.sight(state->pid)); !right) return std::unexpected(right.error());
  const base::Result<Config> config = config_of(*state, machine);
  if (!config) return std::unexpected(config.error());
  base::Result<Origin> origin = origin_of(*state, *config);
  if (!origin) return std::unexpected(origin.error());
  if (origin->is_sandbox) return std::optional<Hooked>();
  const Limiter limiter = machine.limiter(state->pid);
  Hooked hooked{.origin = std::move(*origin)};
  hooked.origin.subject.limits = limits_at_start(config->limits, types_of(policy), limiter);
  hooked.decision = decide_unseen(policy, machine.node, hooked.origin.subject);
  if (!audit && hooked.decision.outcome != Outcome::rejected)
    hooked.settings = set_all(hooked.decision.limits, config->limits, machine.may_raise, limiter);
  return std::optional<Hooked>(std::move(hooked));
}

}  // namespace railhead::nri
