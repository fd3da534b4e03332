#pragma once

#include <string>
#include <vector>

#include "manifest/scc/admit.h"

/// What is not known of a world, and whether it decides on a pod.
namespace railhead::manifest::scc {

/// A constraint that may be the one that admits the pod: that depends on something that the objects do not show.
struct Doubt {
  const Constraint* constraint = nullptr;
  std::string why = {};
};

/// Whether each refusal rests on ranges of a namespace that is not known; not where there are none.
bool only_of_namespace(const std::vector<Refusal>& refusals);

/// `refusals` are what the constraint refuses of the pod. Nothing in `why` where no doubt is left: it is certain that the
/// constraint does not admit the pod, or that it does.
Doubt doubt_of(const Constraint& constraint, const Access& access, const std::vector<Refusal>& refusals, const Ranges& ranges);

/// For people. `admitted_by` is the constraint that admits the pod if `doubt` comes to nothing; none where it is refused then.
std::string undecided(const Doubt& doubt, const Constraint* admitted_by);

}  // namespace railhead::manifest::scc
