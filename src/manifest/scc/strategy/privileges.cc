#include <algorithm>
#include <string>

#include "manifest/scc/strategy/strategies.h"

namespace railhead::manifest::scc {

namespace {

bool privileged(const PodContainer& container) { return container.security && container.security->privileged == true; }

/// The API refuses allowPrivilegeEscalation false beside this one name, with its prefix.
bool adds_sys_admin(const PodContainer& container) {
  return container.security && container.security->capabilities &&
         std::ranges::find(container.security->capabilities->add, "CAP_SYS_ADMIN") !=
             container.security->capabilities->add.end();
}

bool escalation_set(const PodContainer& container) { return container.security && container.security->privilege_escalation; }

}  // namespace

void fill_privileges(Trial& trial, const Spot& spot) {
  const Constraint& constraint = trial.constraint;
  PodContainer& container = spot.container;
  if (constraint.read_only_root && (!container.security || !container.security->read_only_root)) {
    security_of(container).read_only_root = true;
  }
  if (constraint.default_privilege_escalation && !escalation_set(container) && !privileged(container) &&
      !adds_sys_admin(container)) {
    security_of(container).privilege_escalation = constraint.default_privilege_escalation;
  }
  if (constraint.privilege_escalation == false && !escalation_set(container)) {
    security_of(container).privilege_escalation = false;
  }
}

void check_privileged(Trial& trial, const Spot& spot) {
  if (trial.constraint.privileged || !privileged(spot.container)) return;
  add_invalid(trial, {.field = Field::privileged,
                      .container = spot.container.name,
                      .path = spot.path + ".privileged",
                      .value = "true",
                      .why = "Privileged containers are not allowed"});
}

void check_read_only_root(Trial& trial, const Spot& spot) {
  const std::optional<ContainerSecurity>& security = spot.container.security;
  if (!trial.constraint.read_only_root || !security || security->read_only_root != false) return;
  add_invalid(trial, {.field = Field::read_only_root,
                      .container = spot.container.name,
                      .path = spot.path + ".readOnlyRootFilesystem",
                      .value = "false",
                      .why = "ReadOnlyRootFilesystem must be set to true"});
}

void check_escalation(Trial& trial, const Spot& spot) {
  const std::optional<ContainerSecurity>& security = spot.container.security;
  if (trial.constraint.privilege_escalation != false || !security || security->privilege_escalation != true) return;
  add_invalid(trial, {.field = Field::privilege_escalation,
                      .container = spot.container.name,
                      .path = spot.path + ".allowPrivilegeEscalation",
                      .value = "true",
                      .why = "Allowing privilege escalation for containers is not allowed"});
}

}  // namespace railhead::manifest::scc
