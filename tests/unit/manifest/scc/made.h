#pragma once

#include <algorithm>
#include <iterator>
#include <list>
#include <string>
#include <utility>
#include <vector>

#include "manifest/scc/admit.h"
#include "manifest/scc/stock.h"

/// Constraints, pods and namespaces made by hand, for the tests of this folder.
namespace railhead::manifest::scc::made {

inline Ranges ranges() { return {.uids = {2000, 2999}, .groups = {{3000, 3009}, {3500, 3509}}, .mcs = "s0:c7,c3"}; }

/// Allows what a plain pod needs and has no opinion on anything else.
inline Constraint constraint(std::string name = "lenient") {
  return {.name = std::move(name), .volumes = {"configMap", "emptyDir", "projected", "secret"}};
}

inline Pod pod() { return {.name = "worker", .service_account = "runner", .containers = {{.name = "solver"}}}; }

inline Pod with(ContainerSecurity security) {
  Pod made = pod();
  made.containers[0].security = std::move(security);
  return made;
}

inline Pod with(PodSecurity security) {
  Pod made = pod();
  made.security = std::move(security);
  return made;
}

inline Pod adding(std::vector<std::string> names) {
  return with(ContainerSecurity{.capabilities = Capabilities{.add = std::move(names)}});
}

inline std::vector<std::string> texts(const std::vector<Refusal>& refusals) {
  std::vector<std::string> all;
  all.reserve(refusals.size());
  std::ranges::transform(refusals, std::back_inserter(all), &Refusal::text);
  return all;
}

/// What a constraint refuses of a pod, as texts.
inline std::vector<std::string> refused(const Constraint& constraint, Pod pod) {
  return texts(try_constraint(constraint, pod, ranges()));
}

/// The pod as a constraint that admits it leaves it; one without a name if it does not admit it.
inline Pod filled(const Constraint& constraint, Pod pod) {
  return try_constraint(constraint, pod, ranges()).empty() ? pod : Pod{};
}

inline ContainerSecurity filled_container(const Constraint& constraint, Pod pod) {
  Pod after = filled(constraint, std::move(pod));
  return after.containers.empty() ? ContainerSecurity{.proc_mount = "refused"}
                                  : after.containers[0].security.value_or(ContainerSecurity{});
}

using Texts = std::vector<std::string>;

/// The namespace of all tests, with the same values as ranges().
inline Namespace space() {
  return {.name = "lab",
          .annotations = {{"openshift.io/sa.scc.uid-range", "2000/1000"},
                          {"openshift.io/sa.scc.mcs", "s0:c7,c3"},
                          {"openshift.io/sa.scc.supplemental-groups", "3000/10,3500/10"}}};
}

/// The SCCs without which the server refuses everything, allowing nothing to nobody, behind all others in the order, and the
/// given ones.
inline World world(std::vector<Constraint> constraints) {
  World made;
  for (const std::string_view name : required_names()) {
    Constraint stock = {.name = std::string(name), .priority = 0, .privileged = true, .volumes = {"none"}};
    stock.se_linux.type = Strategy::must_run_as;
    stock.user_namespace = UserNamespaceLevel::require_pod;
    if (std::ranges::find(constraints, stock.name, &Constraint::name) == constraints.end()) made.constraints.push_back(stock);
  }
  std::ranges::move(constraints, std::back_inserter(made.constraints));
  made.namespaces.push_back(space());
  return made;
}

/// A constraint that the pod's account may use.
inline Constraint granted(Constraint constraint) {
  constraint.users.emplace_back("system:serviceaccount:lab:runner");
  return constraint;
}

inline Creator creator() { return {.user = "system:serviceaccount:lab:maker"}; }

/// What an admission points to lives on.
inline const World& kept(World world) {
  static std::list<World> worlds;
  return worlds.emplace_back(std::move(world));
}

inline Admission admitted(const Pod& pod, World given) {
  const World& world = kept(std::move(given));
  return admit(pod, world, "lab", world.namespaces.empty() ? nullptr : world.namespaces.data(), creator());
}

}  // namespace railhead::manifest::scc::made
