#include "manifest/psa/policy.h"

#include <string_view>

#include "base/format.h"
#include "manifest/validation/go_text.h"

namespace railhead::manifest::psa {
namespace {

using Labels = std::map<std::string, std::string>;

std::string problem(std::string_view label, std::string_view value, std::string_view why) {
  return base::format("metadata.labels[{}]: Invalid value: {}: {}", label, go_quoted(value), why);
}

/// Whether the label is there; its level goes to `level`, or `otherwise` with a problem.
bool read_level(const Labels& labels, const std::string& label, Level& level, Level otherwise, Policy& policy) {
  const auto at = labels.find(label);
  if (at == labels.end()) return false;
  const std::optional<Level> named = level_named(at->second);
  level = named.value_or(otherwise);
  if (!named) policy.problems.push_back(problem(label, at->second, "must be one of privileged, baseline, restricted"));
  return true;
}

bool read_version(const Labels& labels, const std::string& label, Version& version, Policy& policy) {
  const auto at = labels.find(label);
  if (at == labels.end()) return false;
  const bool form = at->second == "latest" || at->second.starts_with('v');
  const std::optional<Version> named = form ? version_named(at->second) : std::nullopt;
  version = named.value_or(Version{});
  if (!named) policy.problems.push_back(problem(label, at->second, "must be \"latest\" or \"v1.x\""));
  return true;
}

}  // namespace

Policy policy_of(const Labels& labels, const Policy& defaults) {
  constexpr const char* kEnforce = "pod-security.kubernetes.io/enforce";
  Policy policy = defaults;
  read_level(labels, kEnforce, policy.enforce.level, Level::restricted, policy);
  const bool enforced = labels.contains(kEnforce) && policy.problems.empty();
  read_version(labels, "pod-security.kubernetes.io/enforce-version", policy.enforce.version, policy);
  read_level(labels, "pod-security.kubernetes.io/audit", policy.audit.level, Level::privileged, policy);
  read_version(labels, "pod-security.kubernetes.io/audit-version", policy.audit.version, policy);
  const bool warns = read_level(labels, "pod-security.kubernetes.io/warn", policy.warn.level, Level::privileged, policy);
  const bool versioned = read_version(labels, "pod-security.kubernetes.io/warn-version", policy.warn.version, policy);
  // What is enforced is warned about too.
  if (!warns && enforced && policy.enforce.level > policy.warn.level) {
    policy.warn.level = policy.enforce.level;
    if (!versioned) policy.warn.version = policy.enforce.version;
  }
  return policy;
}

}  // namespace railhead::manifest::psa
