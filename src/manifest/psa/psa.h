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

/// "v1.28", "latest": as in the server's messages.
std::string name(Version version);

/// The minor of the newest version whose answers were compared with a server's; it stands for "latest".
constexpr int kLatestMinor = 36;

/// Whether the rules of this version are known: from 1.22, with which Pod Security came, to the latest that was compared. For
/// others the nearest rules answer: those of the version that the tables have for older policies ("v1.19" is a policy that
/// newer servers still answer for), and what is written down so far for newer ones.
bool known(Version version);

/// One check that refuses the pod. `id` is that of the rule's table ("capabilities_restricted"); `reason` and `detail` are the
/// server's words. `containers` are the names of those concerned.
struct Violation {
  std::string id;
  std::string reason;
  std::string detail;
  std::vector<std::string> containers = {};
};

/// In the order in which the server names them. None where the level lets the pod through. `version` is that of the policy (the
/// namespace's label), not of the server. `pod` is as mutating admission leaves it; what the server changes after that (see
/// prepare.h) is changed here too.
std::vector<Violation> violations(const Pod& pod, Level level, Version version);

/// "host namespaces (hostNetwork=true), privileged (...)": the end of the refusal and of the warning.
std::string details(const std::vector<Violation>& violations);

/// The server's refusal: pods "NAME" is forbidden: violates PodSecurity "LEVEL:VERSION": ... `version` is the one that the
/// policy names, whichever was asked for the violations.
std::string message(const Pod& pod, Level level, Version version, const std::vector<Violation>& violations);

}  // namespace railhead::manifest::psa
