#pragma once

#include <string>
#include <vector>

#include "manifest/psa/psa.h"

namespace railhead::manifest::psa::test {

/// A pod that restricted lets through: an init container and a container.
inline Pod strict() {
  const ContainerSecurity security{
      .capabilities = Capabilities{.drop = {"ALL"}}, .run_as_non_root = true, .privilege_escalation = false};
  Pod pod{.name = "fold-9"};
  pod.security = PodSecurity{.seccomp = Profile{.type = "RuntimeDefault"}};
  pod.init_containers = {{.name = "fetch", .security = security}};
  pod.containers = {{.name = "fold", .security = security}};
  return pod;
}

/// The securityContext of the container, and of the init container.
inline ContainerSecurity& own(Pod& pod) { return *pod.containers[0].security; }
inline ContainerSecurity& of_init(Pod& pod) { return *pod.init_containers[0].security; }

inline std::string said(const Pod& pod, Level level, Version version = {}) { return details(violations(pod, level, version)); }

inline std::string baseline(const Pod& pod, Version version = {}) { return said(pod, Level::baseline, version); }
inline std::string restricted(const Pod& pod, Version version = {}) { return said(pod, Level::restricted, version); }

}  // namespace railhead::manifest::psa::test
