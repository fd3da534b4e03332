#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "manifest/scc/admit.h"

namespace railhead::manifest::scc {

/// A pod before one constraint: the strategies fill `pod` in and add what the constraint refuses of it, in the server's order.
struct Trial {
  const Constraint& constraint;
  const Ranges& ranges;
  Pod& pod;
  std::vector<Refusal> refusals = {};
};

/// A container of any of the three lists; `path` is ".containers[0]".
struct Spot {
  PodContainer& container;
  std::string path;
};

/// An entry `provider NAME: PATH: Invalid value: VALUE: WHY`; the text is put together here.
void add_invalid(Trial& trial, Refusal refusal);

/// An entry `PATH: Forbidden: WHY`, which does not name the constraint.
void add_forbidden(Trial& trial, Refusal refusal);

/// spec.securityContext; made where it is not there, as the server's defaults do.
PodSecurity& security_of(Pod& pod);
ContainerSecurity& security_of(PodContainer& container);

/// What counts for a container: its own field, else the pod's.
std::optional<std::int64_t> effective_user(const Pod& pod, const PodContainer& container);
std::optional<bool> effective_non_root(const Pod& pod, const PodContainer& container);

}  // namespace railhead::manifest::scc
