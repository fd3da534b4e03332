#pragma once

#include <string>
#include <vector>

#include "manifest/scc/admit.h"

/// What the server does before it looks at a single constraint.
namespace railhead::manifest::scc {

/// Why SCC admission does not look at the pod at all; empty where it does.
std::string skipped(const Pod& pod, const std::string& space_name, const Namespace* space);

/// The constraints to be tried, in the server's order, and what the namespace gives. `reason`, when not empty, is why the
/// server refuses every pod before that, in its words; `why` says the same for people.
struct Setup {
  std::vector<const Constraint*> constraints = {};
  Ranges ranges = {};
  std::string reason = {};
  std::string why = {};
  Obstacle obstacle = Obstacle::none;
};

/// The pod decides by its annotation openshift.io/required-scc only. `space` is nothing where the namespace is not known: then
/// it is taken to be in order, with ranges that are assumed; so are those that are to come.
Setup set_up(const Pod& pod, const World& world, const Namespace* space);

}  // namespace railhead::manifest::scc
