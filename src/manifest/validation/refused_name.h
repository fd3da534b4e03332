#pragma once

#include <string>

#include "manifest/pod/pod.h"

namespace railhead::manifest {

/// The name by which refusals speak of a pod: one that is made up from generateName is not known beforehand.
inline std::string refused_name(const Pod& pod) {
  if (!pod.name.empty()) return pod.name;
  return pod.generate_name.empty() ? "Unknown" : pod.generate_name;
}

}  // namespace railhead::manifest
