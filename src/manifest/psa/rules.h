#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/psa/psa.h"

/// The checks of Pod Security as data. Minor versions are those of the policy ("v1.31" in a namespace's label), which need not
/// be the server's.
namespace railhead::manifest::psa {

/// What a check found. `reason` is set where it is not the rule's.
struct Found {
  std::string detail;
  std::vector<std::string> containers = {};
  std::string_view reason = {};
};

/// Pods that a check lets through whatever they say.
enum class Exempt : std::uint8_t { none, windows, user_namespace };

/// One check in the versions from `since` to before `until` (0: it still counts). Where it counts at restricted, the baseline
/// check that `replaces` names does not. `exempt` pods are let through from `exempt_since` on. `source` is a file of
/// kubernetes/pod-security-admission.
struct Rule {
  std::string_view id;
  std::string_view reason;
  Level level;
  int since;
  int until;
  std::string_view replaces;
  Exempt exempt;
  int exempt_since;
  std::optional<Found> (*check)(const Pod& pod, int minor);
  std::string_view source;
};

/// In the order in which the server asks: baseline before restricted, each by id.
std::span<const Rule> rules();

/// A value that is allowed from a version on.
struct Allowed {
  std::string_view value;
  int since;
};

bool allows(std::span<const Allowed> table, std::string_view value, int minor);

std::span<const Allowed> allowed_capabilities();
std::span<const Allowed> allowed_sysctls();
std::span<const Allowed> allowed_se_linux_types();
std::span<const Allowed> allowed_profile_types();  // of seccompProfile and of appArmorProfile
std::span<const Allowed> allowed_volume_types();

/// Types of volumes that restricted names when it refuses them, in the order in which it looks for them.
std::span<const std::string_view> refused_volume_types();

}  // namespace railhead::manifest::psa
