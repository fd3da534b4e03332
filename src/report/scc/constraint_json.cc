#include "report/scc/constraint_json.h"

#include <nlohmann/json.hpp>

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;
using namespace manifest::scc;

const char* name(UserStrategy strategy) {
  switch (strategy) {
    case UserStrategy::must_run_as: return "MustRunAs";
    case UserStrategy::must_run_as_range: return "MustRunAsRange";
    case UserStrategy::must_run_as_non_root: return "MustRunAsNonRoot";
    case UserStrategy::run_as_any: return "RunAsAny";
  }
  return "";
}

const char* name(Strategy strategy) { return strategy == Strategy::must_run_as ? "MustRunAs" : "RunAsAny"; }

Json user_json(const RunAsUser& user) {
  Json json = {{"type", name(user.type)}};
  if (user.uid) json["uid"] = *user.uid;
  if (user.min) json["uidRangeMin"] = *user.min;
  if (user.max) json["uidRangeMax"] = *user.max;
  return json;
}

Json se_linux_json(const SeLinuxContext& context) {
  Json json = {{"type", name(context.type)}};
  if (!context.options) return json;
  Json& options = json["seLinuxOptions"] = Json::object();
  const auto put = [&options](const char* key, const std::string& text) {
    if (!text.empty()) options[key] = text;
  };
  put("user", context.options->user);
  put("role", context.options->role);
  put("type", context.options->type);
  put("level", context.options->level);
  return json;
}

Json groups_json(const GroupRule& rule) {
  Json json = {{"type", name(rule.type)}};
  for (const IdRange& range : rule.ranges) json["ranges"].push_back({{"min", range.min}, {"max", range.max}});
  return json;
}

void put_list(Json& json, const char* key, const std::vector<std::string>& words) {
  if (!words.empty()) json[key] = words;
}

}  // namespace

Json constraint_json(const Constraint& constraint) {
  Json json = {{"apiVersion", "security.openshift.io/v1"},
               {"kind", "SecurityContextConstraints"},
               {"metadata", {{"name", constraint.name}}},
               {"allowHostDirVolumePlugin", constraint.host_dir},
               {"allowHostIPC", constraint.host_ipc},
               {"allowHostNetwork", constraint.host_network},
               {"allowHostPID", constraint.host_pid},
               {"allowHostPorts", constraint.host_ports},
               {"allowPrivilegedContainer", constraint.privileged},
               {"allowPrivilegeEscalation", constraint.privilege_escalation.value_or(true)},
               {"readOnlyRootFilesystem", constraint.read_only_root},
               {"runAsUser", user_json(constraint.run_as_user)},
               {"seLinuxContext", se_linux_json(constraint.se_linux)},
               {"fsGroup", groups_json(constraint.fs_group)},
               {"supplementalGroups", groups_json(constraint.supplemental_groups)}};
  if (constraint.priority != 0) json["priority"] = constraint.priority;
  if (constraint.default_privilege_escalation)
    json["defaultAllowPrivilegeEscalation"] = *constraint.default_privilege_escalation;
  put_list(json, "allowedCapabilities", constraint.allowed_capabilities);
  put_list(json, "defaultAddCapabilities", constraint.default_capabilities);
  put_list(json, "requiredDropCapabilities", constraint.required_drops);
  put_list(json, "seccompProfiles", constraint.seccomp_profiles);
  put_list(json, "allowedUnsafeSysctls", constraint.unsafe_sysctls);
  put_list(json, "forbiddenSysctls", constraint.forbidden_sysctls);
  for (const std::string& driver : constraint.flex_volumes) json["allowedFlexVolumes"].push_back({{"driver", driver}});
  if (constraint.user_namespace == UserNamespaceLevel::require_pod) json["userNamespaceLevel"] = "RequirePodLevel";
  json["volumes"] = constraint.volumes;
  put_list(json, "users", constraint.users);
  put_list(json, "groups", constraint.groups);
  return json;
}

}  // namespace railhead::report
