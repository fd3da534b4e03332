#pragma once

#include <string_view>

/// The annotations by which pods chose their profiles before there were fields for it. Source: kubernetes/api core/v1
/// annotation_key_constants.go.
namespace railhead::manifest {

constexpr std::string_view kSeccompPodKey = "seccomp.security.alpha.kubernetes.io/pod";
constexpr std::string_view kSeccompPrefix = "container.seccomp.security.alpha.kubernetes.io/";
constexpr std::string_view kAppArmorPrefix = "container.apparmor.security.beta.kubernetes.io/";
constexpr std::string_view kLocalhostPrefix = "localhost/";

/// With white space at an end.
inline bool padded(std::string_view text) {
  constexpr std::string_view kSpace = " \t\n\v\f\r";
  return !text.empty() && (kSpace.contains(text.front()) || kSpace.contains(text.back()));
}

}  // namespace railhead::manifest
