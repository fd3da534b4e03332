#include "manifest/scc/admit.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "manifest/scc/denial.h"
#include "manifest/scc/doubt.h"
#include "manifest/scc/setup.h"

namespace railhead::manifest::scc {
namespace {

constexpr const char* kChosen = "openshift.io/scc";
constexpr const char* kSubject = "security.openshift.io/validated-scc-subject-type";

/// One admission on its way through the constraints. `result.pod` is the one copy of the pod on which they are tried.
struct Search {
  const Pod& pod;
  const Ranges& ranges;
  Admission result = {};
  Doubt doubt = {};
  bool touched = false;
};

void restore(std::vector<PodContainer>& containers, const std::vector<PodContainer>& original) {
  for (std::size_t index = 0; index < containers.size(); ++index) containers[index].security = original[index].security;
}

/// Takes back what a constraint filled in, which is all that it changes of a pod.
void restore(Search& search) {
  if (!search.touched) return;
  Pod& pod = search.result.pod;
  pod.security = search.pod.security;
  pod.annotations = search.pod.annotations;
  restore(pod.init_containers, search.pod.init_containers);
  restore(pod.containers, search.pod.containers);
  restore(pod.ephemeral_containers, search.pod.ephemeral_containers);
  search.touched = false;
}

std::vector<Refusal> tried(Search& search, const Constraint& constraint) {
  restore(search);
  search.touched = true;
  return try_constraint(constraint, search.result.pod, search.ranges);
}

void mark_admitted(Search& search, const Attempt& attempt) {
  search.result.constraint = attempt.constraint;
  search.result.pod.annotations[kChosen] = attempt.constraint->name;
  search.result.pod.annotations[kSubject] = attempt.access.by == AccessBy::service_account ? "serviceaccount" : "user";
}

void ask_usable(Search& search, Attempt& attempt) {
  attempt.asked = true;
  attempt.refusals = tried(search, *attempt.constraint);
  if (attempt.refusals.empty()) {
    mark_admitted(search, attempt);
  } else if (!search.doubt.constraint) {
    search.doubt = doubt_of(*attempt.constraint, attempt.access, attempt.refusals, search.ranges);
  }
}

/// The server does not try a constraint that may not be used; it is tried here where it is not sure that it may not.
void ask(Search& search, Attempt& attempt) {
  if (attempt.access.by != AccessBy::none) {
    ask_usable(search, attempt);
  } else if (!attempt.access.unsure.empty() && !search.doubt.constraint) {
    search.doubt = doubt_of(*attempt.constraint, attempt.access, tried(search, *attempt.constraint), search.ranges);
  }
}

const Attempt* attempt_of(const std::vector<Attempt>& attempts, std::string_view name) {
  const auto found = std::ranges::find_if(attempts, [name](const Attempt& one) { return one.constraint->name == name; });
  return found == attempts.end() ? nullptr : &*found;
}

/// Clusters that were upgraded have the SCC restricted and no longer let everybody use it: of such a pod the server says so.
bool restricted_would(Search& search) {
  const Attempt* restricted = attempt_of(search.result.attempts, "restricted");
  return restricted && restricted->access.by == AccessBy::none && attempt_of(search.result.attempts, "restricted-v2") &&
         tried(search, *restricted->constraint).empty();
}

Admission concluded(Search& search) {
  Admission& result = search.result;
  if (search.doubt.constraint) {
    result.outcome = Outcome::unknown;
    result.why = undecided(search.doubt, std::exchange(result.constraint, nullptr));
  } else if (result.constraint) {
    result.outcome = Outcome::admitted;
    return std::move(result);
  } else {
    result.outcome = Outcome::refused;
    result.message = none_admits(search.pod, result.attempts, restricted_would(search));
  }
  restore(search);
  return std::move(result);
}

}  // namespace

Admission admit(const Pod& pod, const World& world, const std::string& space_name, const Namespace* space,
                const Creator& creator) {
  std::string why = skipped(pod, space_name, space);
  if (!why.empty()) return {.outcome = Outcome::skipped, .why = std::move(why), .pod = pod};
  Setup setup = set_up(pod, world, space);
  if (!setup.reason.empty())
    return {.outcome = Outcome::refused,
            .message = forbidden(pod, setup.reason),
            .why = std::move(setup.why),
            .obstacle = setup.obstacle,
            .pod = pod};
  Search search = {.pod = pod, .ranges = setup.ranges, .result = {.pod = pod}};
  search.result.attempts.reserve(setup.constraints.size());
  const Askers who = askers(world, space_name, pod.service_account.empty() ? "default" : pod.service_account, creator);
  for (const Constraint* constraint : setup.constraints) {
    Attempt& attempt =
        search.result.attempts.emplace_back(Attempt{.constraint = constraint, .access = access(*constraint, who)});
    if (!search.result.constraint) ask(search, attempt);
  }
  return concluded(search);
}

}  // namespace railhead::manifest::scc
