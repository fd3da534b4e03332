#include "manifest/scc/object/written.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/edit/words.h"

namespace railhead::manifest::scc {
namespace {

std::string word(const std::string& text) { return is_plain_word(text) ? text : in_quotes(text); }

std::string list(const std::vector<std::string>& words) {
  std::vector<std::string> written;
  written.reserve(words.size());
  std::ranges::transform(words, std::back_inserter(written), word);
  return base::format("[{}]", base::joined(written, ", "));
}

std::string sorted_list(std::vector<std::string> words) {
  std::ranges::sort(words);
  return list(words);
}

const char* flag(bool value) { return value ? "true" : "false"; }

const char* name(Strategy strategy) { return strategy == Strategy::must_run_as ? "MustRunAs" : "RunAsAny"; }

std::string user_text(const RunAsUser& rule) {
  switch (rule.type) {
    case UserStrategy::must_run_as: return base::format("{{type: MustRunAs, uid: {}}}", rule.uid.value_or(0));
    case UserStrategy::must_run_as_range:
      if (!rule.min || !rule.max) return "{type: MustRunAsRange}  # the namespace's range";
      return base::format("{{type: MustRunAsRange, uidRangeMin: {}, uidRangeMax: {}}}", *rule.min, *rule.max);
    case UserStrategy::must_run_as_non_root: return "{type: MustRunAsNonRoot}";
    case UserStrategy::run_as_any: break;
  }
  return "{type: RunAsAny}";
}

std::string se_linux_text(const SeLinuxContext& rule) {
  if (!rule.options) return base::format("{{type: {}}}", name(rule.type));
  std::vector<std::string> parts;
  const auto put = [&](const char* key, const std::string& text) {
    if (!text.empty()) parts.push_back(base::format("{}: {}", key, in_quotes(text)));
  };
  put("user", rule.options->user);
  put("role", rule.options->role);
  put("type", rule.options->type);
  put("level", rule.options->level);
  return base::format("{{type: {}, seLinuxOptions: {{{}}}}}", name(rule.type), base::joined(parts, ", "));
}

std::string group_text(const GroupRule& rule) {
  if (rule.ranges.empty()) return base::format("{{type: {}}}", name(rule.type));
  std::vector<std::string> ranges;
  ranges.reserve(rule.ranges.size());
  for (const IdRange& range : rule.ranges) ranges.push_back(base::format("{{min: {}, max: {}}}", range.min, range.max));
  return base::format("{{type: {}, ranges: [{}]}}", name(rule.type), base::joined(ranges, ", "));
}

std::string drivers(const std::vector<std::string>& names) {
  std::vector<std::string> written;
  written.reserve(names.size());
  for (const std::string& driver : names) written.push_back(base::format("{{driver: {}}}", word(driver)));
  return base::format("[{}]", base::joined(written, ", "));
}

/// Fields that most SCCs do not need.
std::string further(const Constraint& constraint) {
  std::string text;
  if (constraint.default_privilege_escalation)
    text += base::format("defaultAllowPrivilegeEscalation: {}\n", flag(*constraint.default_privilege_escalation));
  if (!constraint.forbidden_sysctls.empty()) text += base::format("forbiddenSysctls: {}\n", list(constraint.forbidden_sysctls));
  if (!constraint.unsafe_sysctls.empty()) text += base::format("allowedUnsafeSysctls: {}\n", list(constraint.unsafe_sysctls));
  if (!constraint.flex_volumes.empty()) text += base::format("allowedFlexVolumes: {}\n", drivers(constraint.flex_volumes));
  if (constraint.user_namespace == UserNamespaceLevel::require_pod) text += "userNamespaceLevel: RequirePodLevel\n";
  return text;
}

}  // namespace

std::string manifest_of(const Constraint& constraint) {
  std::string text = base::format(
      "apiVersion: security.openshift.io/v1\nkind: SecurityContextConstraints\nmetadata:\n  name: {}\n"
      "priority: {}\n",
      word(constraint.name), constraint.priority == 0 ? "null" : std::to_string(constraint.priority));
  text += base::format(
      "allowPrivilegedContainer: {}\nallowPrivilegeEscalation: {}\nallowHostNetwork: {}\nallowHostPorts: {}\nallowHostPID: {}\n"
      "allowHostIPC: {}\nallowHostDirVolumePlugin: {}\nreadOnlyRootFilesystem: {}\n",
      flag(constraint.privileged), flag(constraint.privilege_escalation.value_or(true)), flag(constraint.host_network),
      flag(constraint.host_ports), flag(constraint.host_pid), flag(constraint.host_ipc), flag(constraint.host_dir),
      flag(constraint.read_only_root));
  text += base::format("allowedCapabilities: {}\ndefaultAddCapabilities: {}\nrequiredDropCapabilities: {}\n",
                       list(constraint.allowed_capabilities), list(constraint.default_capabilities),
                       list(constraint.required_drops));
  text += base::format("runAsUser: {}\nseLinuxContext: {}\nfsGroup: {}\nsupplementalGroups: {}\n",
                       user_text(constraint.run_as_user), se_linux_text(constraint.se_linux), group_text(constraint.fs_group),
                       group_text(constraint.supplemental_groups));
  text +=
      base::format("seccompProfiles: {}\nvolumes: {}\n", list(constraint.seccomp_profiles), sorted_list(constraint.volumes));
  return text + further(constraint) + base::format("users: {}\ngroups: {}\n", list(constraint.users), list(constraint.groups));
}

}  // namespace railhead::manifest::scc
