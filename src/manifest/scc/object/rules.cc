#include "manifest/scc/object/rules.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/scc/object/sysctl_pattern.h"

namespace railhead::manifest::scc {
namespace {

constexpr std::size_t kMostRefusals = 64;
constexpr std::size_t kLongestShown = 256;

/// In double quotes, as the server prints a text.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : base::one_line(std::string(text.substr(0, kLongestShown)))) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string quoted_list(const std::vector<std::string>& texts) {
  std::vector<std::string> shown;
  shown.reserve(std::min(texts.size(), kMostRefusals));
  for (const std::string& text : texts)
    if (shown.size() < kMostRefusals) shown.push_back(quoted(text));
  return base::format("[{}]", base::joined(shown, ","));
}

/// The list of what is refused.
class Refusals {
 public:
  void invalid(std::string_view path, std::string_view value, std::string_view why) {
    add(base::format("{}: Invalid value: {}: {}", path, value, why));
  }
  void add(std::string entry) {
    if (entries_.size() < kMostRefusals) entries_.push_back(std::move(entry));
  }
  std::vector<std::string> take() { return std::move(entries_); }

 private:
  std::vector<std::string> entries_ = {};
};

bool is_name_part(std::string_view part) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  return !part.empty() && is_letter(part.front()) && is_letter(part.back()) &&
         std::ranges::all_of(part, [&](char c) { return is_letter(c) || c == '-'; });
}

void check_name(const std::string& name, Refusals& found) {
  if (name.size() > 253) found.invalid("metadata.name", quoted(name), "must be no more than 253 bytes");
  if (std::ranges::all_of(base::split(name, '.'), is_name_part)) return;
  found.invalid(
      "metadata.name", quoted(name),
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and "
      "end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
      "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
}

void check_types(const Constraint& constraint, const TypeNames& types, Refusals& found) {
  const std::set<std::string_view> users = {"MustRunAs", "MustRunAsNonRoot", "MustRunAsRange", "RunAsAny"};
  if (!users.contains(types.run_as_user))
    found.invalid("runAsUser.type", quoted(types.run_as_user),
                  "invalid strategy type.  Valid values are MustRunAs, MustRunAsNonRoot, MustRunAsRange, RunAsAny");
  if (const auto uid = constraint.run_as_user.uid; uid && *uid < 0)
    found.invalid("runAsUser.uid", base::format("{}", *uid), "uid cannot be negative");
  if (types.se_linux != "MustRunAs" && types.se_linux != "RunAsAny")
    found.invalid("seLinuxContext.type", quoted(types.se_linux),
                  "invalid strategy type.  Valid values are MustRunAs, RunAsAny");
}

void check_group(const GroupRule& rule, const std::string& type, const std::string& path, Refusals& found) {
  if (type != "MustRunAs" && type != "RunAsAny")
    found.add(unsupported(base::format("{}.type", path).c_str(), type, {"MustRunAs", "RunAsAny"}));
  for (std::size_t i = 0; i < rule.ranges.size(); ++i) {
    const auto& [min, max] = rule.ranges[i];
    const std::string at = base::format("{}.ranges[{}]", path, i);
    if (min < 0) found.invalid(at + ".min", base::format("{}", min), "min cannot be negative");
    if (max < 0) found.invalid(at + ".max", base::format("{}", max), "max cannot be negative");
    if (min <= max) continue;
    // Of the server's JSON a zero is left out.
    std::vector<std::string> ends;
    if (min != 0) ends.push_back(base::format("\"min\":{}", min));
    if (max != 0) ends.push_back(base::format("\"max\":{}", max));
    found.invalid(at + ".min", base::format("{{{}}}", base::joined(ends, ",")), "min cannot be greater than max");
  }
}

void check_against_drops(const std::vector<std::string>& names, const std::set<std::string_view>& drops, const char* path,
                         Refusals& found) {
  for (const std::string& name : names)
    if (drops.contains(name))
      found.invalid(path, quoted(name), base::format("capability is listed in {} and requiredDropCapabilities", path));
}

void check_capabilities(const Constraint& constraint, Refusals& found) {
  const std::vector<std::string>& allowed = constraint.allowed_capabilities;
  const std::set<std::string_view> drops(constraint.required_drops.begin(), constraint.required_drops.end());
  check_against_drops(constraint.default_capabilities, drops, "defaultAddCapabilities", found);
  check_against_drops(allowed, drops, "allowedCapabilities", found);
  if (std::ranges::find(allowed, "*") != allowed.end() && !drops.empty())
    found.invalid("requiredDropCapabilities", quoted_list(constraint.required_drops),
                  "required capabilities must be empty when all capabilities are allowed by a wildcard");
}

void check_escalation(const Constraint& constraint, Refusals& found) {
  if (constraint.default_privilege_escalation == true && constraint.privilege_escalation == false)
    found.invalid("defaultAllowPrivilegeEscalation", "true",
                  "Cannot set DefaultAllowPrivilegeEscalation to true without also setting AllowPrivilegeEscalation to true");
}

void check_volumes(const Constraint& constraint, Refusals& found) {
  const std::vector<std::string>& volumes = constraint.volumes;
  const auto has = [&](const char* type) { return std::ranges::find(volumes, type) != volumes.end(); };
  if (has("none") && volumes.size() > 1)
    found.invalid("volumes", quoted_list(volumes), "if 'none' is specified, no other values are allowed");
  const std::vector<std::string>& flex = constraint.flex_volumes;
  if (flex.empty()) return;
  if (!has("flexVolume") && !has("*")) {
    std::vector<std::string> drivers;
    drivers.reserve(std::min(flex.size(), kMostRefusals));
    for (const std::string& driver : flex)
      if (drivers.size() < kMostRefusals) drivers.push_back(base::format("{{\"driver\":{}}}", quoted(driver)));
    found.invalid("allowedFlexVolumes", base::format("[{}]", base::joined(drivers, ",")),
                  "volumes does not include 'flexVolume' or '*', so no flex volumes are allowed");
    return;
  }
  for (std::size_t i = 0; i < flex.size(); ++i)
    if (flex[i].empty()) found.add(base::format("allowedFlexVolumes[{}].driver: Required value: must specify a driver", i));
}

void check_sysctls(const std::vector<std::string>& patterns, const char* path, Refusals& found) {
  bool all = false;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const std::string at = base::format("{}[{}]", path, i);
    if (patterns[i].empty()) {
      found.invalid(at, "\"\"", "empty sysctl not allowed");
    } else if (!is_sysctl_pattern(patterns[i])) {
      found.invalid(at, quoted(patterns[i]),
                    base::format("must have at most 253 characters and match regex {}", kSysctlPattern));
    } else if (patterns[i].front() == '*') {
      all = true;
    }
  }
  if (all && patterns.size() > 1)
    found.add(base::format("{}.items: Forbidden: if '*' is present, must not specify other sysctls", path));
}

void check_overlaps(const Constraint& constraint, Refusals& found) {
  for (const SysctlOverlap& overlap : sysctl_overlaps(constraint.unsafe_sysctls, constraint.forbidden_sysctls, kMostRefusals)) {
    const auto& list = overlap.of_forbidden ? constraint.forbidden_sysctls : constraint.unsafe_sysctls;
    const char* path = overlap.of_forbidden ? "forbiddenSysctls" : "allowedUnsafeSysctls";
    found.invalid(base::format("{}[{}]", path, overlap.index), quoted(list[overlap.index]),
                  base::format("sysctl overlaps with {}", base::one_line(overlap.other.substr(0, kLongestShown))));
  }
}

}  // namespace

std::string unsupported(const char* path, std::string_view value, std::initializer_list<const char*> supported) {
  std::vector<std::string> names;
  names.reserve(supported.size());
  for (const char* name : supported) names.push_back(quoted(name));
  return base::format("{}: Unsupported value: {}: supported values: {}", path, quoted(value), base::joined(names, ", "));
}

std::vector<std::string> refusals(const Constraint& constraint, const TypeNames& types) {
  Refusals found;
  check_name(constraint.name, found);
  if (constraint.priority < 0)
    found.invalid("priority", base::format("{}", constraint.priority), "priority cannot be negative");
  check_types(constraint, types, found);
  check_group(constraint.fs_group, types.fs_group, "fsGroup", found);
  check_group(constraint.supplemental_groups, types.supplemental_groups, "supplementalGroups", found);
  check_capabilities(constraint, found);
  check_escalation(constraint, found);
  check_volumes(constraint, found);
  check_sysctls(constraint.unsafe_sysctls, "allowedUnsafeSysctls", found);
  check_sysctls(constraint.forbidden_sysctls, "forbiddenSysctls", found);
  check_overlaps(constraint, found);
  return found.take();
}

std::string message(const std::string& name, const std::vector<std::string>& refusals) {
  const std::string all = refusals.size() == 1 ? refusals.front() : base::format("[{}]", base::joined(refusals, ", "));
  return base::format("SecurityContextConstraints.security.openshift.io {} is invalid: {}", quoted(name), all);
}

}  // namespace railhead::manifest::scc
