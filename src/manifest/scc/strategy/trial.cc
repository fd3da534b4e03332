#include "manifest/scc/strategy/trial.h"

#include <utility>

#include "base/format.h"

namespace railhead::manifest::scc {

void add_invalid(Trial& trial, Refusal refusal) {
  if (trial.refusals.size() >= kMostRefusals) return;
  refusal.text =
      base::format("provider {}: {}: Invalid value: {}: {}", trial.constraint.name, refusal.path, refusal.value, refusal.why);
  trial.refusals.push_back(std::move(refusal));
}

void add_forbidden(Trial& trial, Refusal refusal) {
  if (trial.refusals.size() >= kMostRefusals) return;
  refusal.text = base::format("{}: Forbidden: {}", refusal.path, refusal.why);
  trial.refusals.push_back(std::move(refusal));
}

PodSecurity& security_of(Pod& pod) { return pod.security ? *pod.security : pod.security.emplace(); }

ContainerSecurity& security_of(PodContainer& container) {
  return container.security ? *container.security : container.security.emplace();
}

std::optional<std::int64_t> effective_user(const Pod& pod, const PodContainer& container) {
  if (container.security && container.security->run_as_user) return container.security->run_as_user;
  return pod.security ? pod.security->run_as_user : std::nullopt;
}

std::optional<bool> effective_non_root(const Pod& pod, const PodContainer& container) {
  if (container.security && container.security->run_as_non_root) return container.security->run_as_non_root;
  return pod.security ? pod.security->run_as_non_root : std::nullopt;
}

}  // namespace railhead::manifest::scc
