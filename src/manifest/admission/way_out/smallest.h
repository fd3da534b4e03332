#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "manifest/scc/admit.h"

namespace railhead::manifest::admission {

/// Why there is none, in words. `of_api`: the API's validation refuses the pod whatever constraint takes it.
struct NoConstraint {
  std::string why = {};
  bool of_api = false;
};

/// The narrowest constraint that takes the pod: it begins with what restricted-v2 allows, without its volumes, and is widened
/// by what it refuses of the pod, nothing else. `pod` is as admission gets it.
std::expected<scc::Constraint, NoConstraint> smallest(const Pod& pod, const scc::Ranges& ranges, std::string name);
/// The same for each of several pods, one at least, which are to have one grant: those of a job with one service account.
std::expected<scc::Constraint, NoConstraint> smallest_common(const std::vector<Pod>& pods, const scc::Ranges& ranges,
                                                             std::string name);

/// Moves a constraint behind `other` in the server's order, without giving more to whoever may use `other`: so that it does not
/// take the other pods of a service account. What it gives for that, volumes and capabilities that `other` gives too
/// (it may get another name as well); nothing where it cannot be done.
std::optional<std::vector<std::string>> put_behind(scc::Constraint& constraint, const scc::Constraint& other);

}  // namespace railhead::manifest::admission
