#pragma once

#include <optional>
#include <string>
#include <vector>

#include "manifest/pod/pod.h"

/// What the API server's own validation refuses of a pod (422 Invalid) among the fields that decide on admission
/// (pkg/apis/core/validation of Kubernetes 1.36): combinations that no admission plugin may let through.
namespace railhead::manifest {

/// "spec.containers[0].securityContext", and the rest of the server's entry: "Invalid value: ...: ...".
struct Invalid {
  std::string path;
  std::string what;
};

std::vector<Invalid> invalid(const Pod& pod);

/// Pod "NAME" is invalid: PATH: WHAT, in brackets where there are several.
std::string message(const Pod& pod, const std::vector<Invalid>& entries);

}  // namespace railhead::manifest
