#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/pod/pod.h"

/// Pod Security admission of Kubernetes: what a level refuses of a pod.
namespace railhead::manifest::psa {

enum class Level : std::uint8_t { privileged, baseline, restricted };

std::optional<Level> level_named(std::string_view name);
const char* name(Level level);

/// `minor` of Kubernetes 1.x; nothing for "latest".
struct Version {
  std::optional<int> minor = {};
};

/// "v1.28", "1.28", "latest". Nothing for other texts.
std::optional<Version> version_named(std::string_view text);

/// One check that refuses the pod. `id` is that of the rule's table ("capabilities_restricted"); `reason` and `detail` are the
/// server's words. `containers` are the names of those concerned.
struct Violation {
  std::string id;
  std::string reason;
  std::string detail;
  std::vector<std::string> containers = {};
};

/// In the order in which the server names them. None where the level lets the pod through.
std::vector<Violation> violations(const Pod& pod, Level level, Version version);

/// The server's refusal: pods "NAME" is forbidden: violates PodSecurity "LEVEL:VERSION": ...
std::string message(const Pod& pod, Level level, Version version, const std::vector<Violation>& violations);

}  // namespace railhead::manifest::psa
