#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "manifest/scc/admit.h"

/// The texts with which the server refuses a pod.
namespace railhead::manifest::scc {

/// `pods "NAME" is forbidden: REASON`. A pod whose name is yet to be made up goes by its generateName, one without either is
/// "Unknown".
std::string forbidden(const Pod& pod, std::string_view reason);

/// Several errors as one: in brackets where they differ, each text once (k8s.io/apimachinery, NewAggregate).
std::string aggregated(const std::vector<std::string>& errors);

/// What the server says when none of the constraints that it tried admits the pod. `restricted_would`: the one named restricted
/// would admit it, if it might be used.
std::string none_admits(const Pod& pod, const std::vector<Attempt>& attempts, bool restricted_would);

}  // namespace railhead::manifest::scc
