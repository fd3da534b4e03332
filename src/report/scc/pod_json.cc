#include "report/scc/pod_json.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "manifest/admission/validity.h"

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;

void put(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) json[key] = base::printable(text);
}

void put(Json& json, const char* key, const std::optional<std::string>& text) {
  if (text) json[key] = base::printable(*text);
}

template <class T>
void put(Json& json, const char* key, const std::optional<T>& value) {
  if (value) json[key] = *value;
}

/// An id of a namespace that is not known is null.
Json id_json(std::int64_t id) { return manifest::admission::is_assumed(id) ? Json(nullptr) : Json(id); }

void put_id(Json& json, const char* key, const std::optional<std::int64_t>& id) {
  if (id) json[key] = id_json(*id);
}

void put(Json& json, const char* key, const std::vector<std::string>& words) {
  if (words.empty()) return;
  Json list = Json::array();
  for (const std::string& word : words) list.push_back(base::printable(word));
  json[key] = std::move(list);
}

void put(Json& json, const char* key, const std::optional<manifest::SeLinuxOptions>& options) {
  if (!options) return;
  Json& inner = json[key] = Json::object();
  put(inner, "user", options->user);
  put(inner, "role", options->role);
  put(inner, "type", options->type);
  if (manifest::admission::is_assumed(options->level)) {
    inner["level"] = nullptr;
  } else {
    put(inner, "level", options->level);
  }
}

void put(Json& json, const char* key, const std::optional<manifest::Profile>& profile) {
  if (!profile) return;
  Json& inner = json[key] = Json::object();
  put(inner, "type", profile->type);
  put(inner, "localhostProfile", profile->localhost);
}

void put(Json& json, const char* key, const std::optional<manifest::WindowsOptions>& options) {
  if (!options) return;
  Json& inner = json[key] = Json::object();
  put(inner, "gmsaCredentialSpecName", options->credential_spec_name);
  put(inner, "gmsaCredentialSpec", options->credential_spec);
  put(inner, "runAsUserName", options->user_name);
  put(inner, "hostProcess", options->host_process);
}

void put(Json& json, const char* key, const std::optional<manifest::Capabilities>& capabilities) {
  if (!capabilities) return;
  Json& inner = json[key] = Json::object();
  put(inner, "add", capabilities->add);
  put(inner, "drop", capabilities->drop);
}

Json containers_json(const std::vector<manifest::PodContainer>& containers) {
  Json list = Json::array();
  for (const manifest::PodContainer& container : containers) {
    Json one = {{"name", base::printable(container.name)}};
    if (container.security) one["securityContext"] = security_json(*container.security);
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace

Json security_json(const manifest::PodSecurity& security) {
  Json json = Json::object();
  put(json, "seLinuxOptions", security.se_linux);
  put(json, "windowsOptions", security.windows);
  put_id(json, "runAsUser", security.run_as_user);
  put(json, "runAsGroup", security.run_as_group);
  put(json, "runAsNonRoot", security.run_as_non_root);
  if (security.supplemental_groups)
    for (const std::int64_t group : *security.supplemental_groups) json["supplementalGroups"].push_back(id_json(group));
  put(json, "supplementalGroupsPolicy", security.supplemental_groups_policy);
  put_id(json, "fsGroup", security.fs_group);
  put(json, "fsGroupChangePolicy", security.fs_group_change_policy);
  put(json, "seccompProfile", security.seccomp);
  put(json, "appArmorProfile", security.app_armor);
  for (const manifest::Sysctl& sysctl : security.sysctls)
    json["sysctls"].push_back({{"name", base::printable(sysctl.name)}, {"value", base::printable(sysctl.value)}});
  put(json, "seLinuxChangePolicy", security.se_linux_change_policy);
  return json;
}

Json security_json(const manifest::ContainerSecurity& security) {
  Json json = Json::object();
  put(json, "capabilities", security.capabilities);
  put(json, "privileged", security.privileged);
  put(json, "seLinuxOptions", security.se_linux);
  put(json, "windowsOptions", security.windows);
  put_id(json, "runAsUser", security.run_as_user);
  put(json, "runAsGroup", security.run_as_group);
  put(json, "runAsNonRoot", security.run_as_non_root);
  put(json, "readOnlyRootFilesystem", security.read_only_root);
  put(json, "allowPrivilegeEscalation", security.privilege_escalation);
  put(json, "procMount", security.proc_mount);
  put(json, "seccompProfile", security.seccomp);
  put(json, "appArmorProfile", security.app_armor);
  return json;
}

Json pod_json(const manifest::Pod& pod) {
  Json json = Json::object();
  json["securityContext"] = pod.security ? security_json(*pod.security) : Json::object();
  json["containers"] = containers_json(pod.containers);
  json["initContainers"] = containers_json(pod.init_containers);
  if (!pod.ephemeral_containers.empty()) json["ephemeralContainers"] = containers_json(pod.ephemeral_containers);
  return json;
}

}  // namespace railhead::report
