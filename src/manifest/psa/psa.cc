#include "manifest/psa/psa.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "manifest/psa/rules.h"
#include "manifest/validation/go_text.h"
#include "manifest/validation/prepare.h"
#include "manifest/validation/refused_name.h"

namespace railhead::manifest::psa {
namespace {

constexpr int kFirstMinor = 22;  // the plugin's first version (alpha; beta since 1.23, stable since 1.25)

constexpr std::array kLevels = {std::pair{"privileged", Level::privileged}, std::pair{"baseline", Level::baseline},
                                std::pair{"restricted", Level::restricted}};

bool counts(const Rule& rule, Level level, int minor) {
  return rule.level <= level && rule.since <= minor && (rule.until == 0 || minor < rule.until);
}

bool replaced(const Rule& rule, Level level, int minor) {
  return std::ranges::any_of(rules(),
                             [&](const Rule& other) { return other.replaces == rule.id && counts(other, level, minor); });
}

bool exempt(const Rule& rule, const Pod& pod, int minor) {
  if (rule.exempt == Exempt::none || minor < rule.exempt_since) return false;
  return rule.exempt == Exempt::windows ? pod.os == "windows" : pod.host_users == false;
}

}  // namespace

std::optional<Level> level_named(std::string_view name) {
  const auto* const at = std::ranges::find(kLevels, name, [](const auto& row) { return std::string_view(row.first); });
  if (at == kLevels.end()) return {};
  return at->second;
}

const char* name(Level level) { return kLevels[static_cast<std::size_t>(level)].first; }

std::optional<Version> version_named(std::string_view text) {
  if (text == "latest") return Version{};
  if (text.starts_with('v')) text.remove_prefix(1);
  if (!text.starts_with("1.")) return {};
  text.remove_prefix(2);
  const bool padded_number = text.size() > 1 && text.starts_with('0');
  const std::optional<std::uint64_t> minor = base::unsigned_number(text);
  if (!minor || padded_number || *minor > std::numeric_limits<int>::max()) return {};
  return Version{static_cast<int>(*minor)};
}

std::string name(Version version) { return version.minor ? base::format("v1.{}", *version.minor) : "latest"; }

bool known(Version version) {
  const int minor = version.minor.value_or(kLatestMinor);
  return minor >= kFirstMinor && minor <= kLatestMinor;
}

std::vector<Violation> violations(const Pod& pod, Level level, Version version) {
  if (level == Level::privileged) return {};
  const std::optional<Pod> changed = prepared(pod);
  const Pod& subject = changed ? *changed : pod;
  const int minor = version.minor.value_or(kLatestMinor);
  std::vector<Violation> violations;
  for (const Rule& rule : rules()) {
    if (!counts(rule, level, minor) || replaced(rule, level, minor) || exempt(rule, subject, minor)) continue;
    std::optional<Found> found = rule.check(subject, minor);
    if (!found) continue;
    violations.push_back({std::string(rule.id), std::string(found->reason.empty() ? rule.reason : found->reason),
                          std::move(found->detail), std::move(found->containers)});
  }
  return violations;
}

std::string details(const std::vector<Violation>& violations) {
  std::vector<std::string> parts;
  parts.reserve(violations.size());
  for (const Violation& violation : violations)
    parts.push_back(violation.detail.empty() ? violation.reason : base::format("{} ({})", violation.reason, violation.detail));
  return base::joined(parts, ", ");
}

std::string message(const Pod& pod, Level level, Version version, const std::vector<Violation>& violations) {
  return base::format("pods {} is forbidden: violates PodSecurity \"{}:{}\": {}", go_quoted(refused_name(pod)), name(level),
                      name(version), details(violations));
}

}  // namespace railhead::manifest::psa
