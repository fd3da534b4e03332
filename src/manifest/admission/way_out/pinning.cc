#include "manifest/admission/way_out/pinning.h"
#include "manifest/scc/strategy/trial.h"

#include <algorithm>
#include <array>

namespace railhead::manifest::admission {

bool pins_memory(std::string_view capability) {
  // ALL as a capability to add gives every one of them.
  constexpr std::array<std::string_view, 5> kNames = {"IPC_LOCK", "SYS_RESOURCE", "CAP_IPC_LOCK", "CAP_SYS_RESOURCE", "ALL"};
  return std::ranges::find(kNames, capability) != kNames.end();
}

bool is_inert(const Pod& pod, const PodContainer& container) {
  if (pod.host_users == false) return true;
  const auto& own = container.security;
  return own && own->privilege_escalation == false && scc::effective_user(pod, container).value_or(0) != 0;
}

bool asks_to_pin(const PodContainer& container) {
  if (!container.security) return false;
  const auto& capabilities = container.security->capabilities;
  return container.security->privileged == true || (capabilities && std::ranges::any_of(capabilities->add, pins_memory));
}

}  // namespace railhead::manifest::admission
