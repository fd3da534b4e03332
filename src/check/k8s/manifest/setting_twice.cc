#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"
#include "finding/declared/memlock.h"
#include "finding/declared/settings.h"
#include "finding/variables.h"

namespace railhead::check {
namespace {

/// Of a name that env has several times the last counts.
std::optional<Finding> twice_in_env(const Declared& one) {
  const std::vector<facts::Variable>& all = one.container.environment;
  for (std::size_t later = 1; later < all.size() && later < 512; ++later)
    for (std::size_t earlier = 0; earlier < later; ++earlier)
      if (all[earlier].name == all[later].name && all[earlier].value != all[later].value)
        return violated(Severity::warning, one.subject(),
                        base::format("sets {} twice, to {} and to {}: the last one counts", all[later].name, all[earlier].value,
                                     all[later].value),
                        {shown(all[earlier]), shown(all[later])}, removal(all[earlier]));
  return std::nullopt;
}

bool is_computed(const facts::Variable& variable) { return variable.value.find('$') != std::string::npos; }

const facts::Variable* last_in_env(const facts::DeclaredContainer& container, const std::string& name) {
  const auto found = std::find_if(container.environment.rbegin(), container.environment.rend(),
                                  [&name](const facts::Variable& one) { return one.name == name; });
  return found == container.environment.rend() ? nullptr : &*found;
}

/// What the script exports in any case takes the place of what env says.
std::optional<Finding> twice_in_script(const Declared& one) {
  for (const Exported& exported : exported_by(one.container)) {
    const facts::Variable& script = exported.variable;
    if (exported.computed || exported.command.conditional) continue;
    const facts::Variable* env = last_in_env(one.container, script.name);
    if (env == nullptr || env->value == script.value || is_computed(*env)) continue;
    return violated(Severity::warning, one.subject(),
                    base::format("env sets {} to {} and its script to {}: the script's value counts", script.name, env->value,
                                 script.value),
                    {shown(*env), shown(exported.command)}, removal(*env));
  }
  return std::nullopt;
}

std::optional<Finding> judge(const Declared& one) {
  if (auto finding = twice_in_env(one)) return finding;
  if (auto finding = twice_in_script(one)) return finding;
  if (one.container.environment.empty()) return std::nullopt;
  return ok(one.subject(), "sets no variable to two values", {shown(one.container.environment.front())});
}

std::vector<Finding> rule(const Input& input) { return each_declared(input, judge); }

}  // namespace

Check k8s_manifest_setting_twice() {
  return {.title = "A manifest sets one variable to two values",
          .severity = Severity::warning,
          .cause =
              "Of an environment list the last entry of a name counts, and what a start script exports counts over all of it. "
              "Whoever changes the other one sees no effect.",
          .fix = "Keep one of the two, the one in env, where everybody sees it",
          .rule = rule};
}

}  // namespace railhead::check
