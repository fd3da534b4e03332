#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <utility>

#include "base/format.h"
#include "manifest/pod/security.h"
#include "manifest/pod/typed.h"
#include "manifest/scc/object/rules.h"
#include "manifest/scc/read.h"

namespace railhead::manifest::scc {
namespace {

/// Two lists of sysctls whose entries are all compared with one another.
constexpr std::size_t kMostComparisons = std::size_t{1} << 14U;

/// All types of volumes but hostPath (openshift/apiserver-library-go util/util.go; image is among them since 4.18).
constexpr std::array<const char*, 29> kVolumes = {"awsElasticBlockStore",
                                                  "azureDisk",
                                                  "azureFile",
                                                  "cephFS",
                                                  "cinder",
                                                  "configMap",
                                                  "csi",
                                                  "downwardAPI",
                                                  "emptyDir",
                                                  "ephemeral",
                                                  "fc",
                                                  "flexVolume",
                                                  "flocker",
                                                  "gcePersistentDisk",
                                                  "gitRepo",
                                                  "glusterfs",
                                                  "image",
                                                  "iscsi",
                                                  "nfs",
                                                  "persistentVolumeClaim",
                                                  "photonPersistentDisk",
                                                  "portworxVolume",
                                                  "projected",
                                                  "quobyte",
                                                  "rbd",
                                                  "scaleIO",
                                                  "secret",
                                                  "storageOS",
                                                  "vsphere"};

std::vector<std::string> names(Section& object, const char* key) {
  return object.texts(key).value_or(std::vector<std::string>());
}

/// The volumes as the server stores them: sorted, each once; allowHostDirVolumePlugin decides on hostPath.
std::vector<std::string> held_volumes(const std::optional<std::vector<std::string>>& given, bool host_dir) {
  std::set<std::string> held;
  if (!given) {
    held.insert("*");
  } else if (given->empty()) {
    held.insert(host_dir ? "hostPath" : "none");
  } else {
    held.insert(given->begin(), given->end());
  }
  if (host_dir) {
    if (!held.contains("*")) held.insert("hostPath");
  } else {
    const bool all = held.erase("*") > 0;
    held.erase("hostPath");
    if (all) held.insert(kVolumes.begin(), kVolumes.end());
  }
  return {held.begin(), held.end()};
}

std::int32_t priority_of(Section& object) {
  const std::int64_t priority = object.whole_number("priority").value_or(0);
  if (priority >= std::numeric_limits<std::int32_t>::min() && priority <= std::numeric_limits<std::int32_t>::max())
    return static_cast<std::int32_t>(priority);
  object.refuse_because(object.value()["priority"], "priority", "expected a whole number of 32 bits");
  return 0;
}

UserStrategy user_strategy(std::string_view type) {
  if (type == "MustRunAs") return UserStrategy::must_run_as;
  if (type == "MustRunAsRange") return UserStrategy::must_run_as_range;
  return type == "MustRunAsNonRoot" ? UserStrategy::must_run_as_non_root : UserStrategy::run_as_any;
}

Strategy strategy(std::string_view type) { return type == "MustRunAs" ? Strategy::must_run_as : Strategy::run_as_any; }

RunAsUser run_as_user(Section rule, std::string& type) {
  type = rule.text("type").value_or("");
  RunAsUser read{.type = user_strategy(type),
                 .uid = rule.whole_number("uid"),
                 .min = rule.whole_number("uidRangeMin"),
                 .max = rule.whole_number("uidRangeMax")};
  rule.end();
  return read;
}

SeLinuxContext se_linux_context(Section rule, std::string& type) {
  type = rule.text("type").value_or("");
  SeLinuxContext read{.type = strategy(type), .options = se_linux_options(rule.section("seLinuxOptions"))};
  rule.end();
  return read;
}

GroupRule group_rule(Section rule, std::string& type) {
  type = rule.text("type").value_or("");
  if (type.empty()) type = "RunAsAny";
  GroupRule read{.type = strategy(type)};
  std::vector<Section> ranges = rule.sections("ranges");
  read.ranges.reserve(ranges.size());
  for (Section& range : ranges) {
    const std::int64_t min = range.whole_number("min").value_or(0);
    read.ranges.push_back({.min = min, .max = range.whole_number("max").value_or(0)});
    range.end();
  }
  rule.end();
  return read;
}

std::vector<std::string> flex_volumes(Section& object) {
  std::vector<std::string> drivers;
  std::vector<Section> found = object.sections("allowedFlexVolumes");
  drivers.reserve(found.size());
  for (Section& driver : found) {
    drivers.push_back(driver.text("driver").value_or(""));
    driver.end();
  }
  return drivers;
}

void read_host(Section& object, Constraint& read) {
  read.privileged = object.boolean("allowPrivilegedContainer").value_or(false);
  read.host_network = object.boolean("allowHostNetwork").value_or(false);
  read.host_ports = object.boolean("allowHostPorts").value_or(false);
  read.host_pid = object.boolean("allowHostPID").value_or(false);
  read.host_ipc = object.boolean("allowHostIPC").value_or(false);
  read.host_dir = object.boolean("allowHostDirVolumePlugin").value_or(false);
  read.privilege_escalation = object.boolean("allowPrivilegeEscalation").value_or(true);
  read.default_privilege_escalation = object.boolean("defaultAllowPrivilegeEscalation");
  read.read_only_root = object.boolean("readOnlyRootFilesystem").value_or(false);
}

void read_lists(Section& object, Constraint& read) {
  read.allowed_capabilities = names(object, "allowedCapabilities");
  read.default_capabilities = names(object, "defaultAddCapabilities");
  read.required_drops = names(object, "requiredDropCapabilities");
  read.seccomp_profiles = names(object, "seccompProfiles");
  read.unsafe_sysctls = names(object, "allowedUnsafeSysctls");
  read.forbidden_sysctls = names(object, "forbiddenSysctls");
  read.users = names(object, "users");
  read.groups = names(object, "groups");
  read.flex_volumes = flex_volumes(object);
  read.volumes = held_volumes(object.texts("volumes"), read.host_dir);
  if (read.unsafe_sysctls.size() * read.forbidden_sysctls.size() > kMostComparisons)
    object.refuse_because(object.value()["forbiddenSysctls"], "forbiddenSysctls",
                          "too many entries to be compared with those of allowedUnsafeSysctls");
}

Constraint read_fields(Section& object, TypeNames& types) {
  Constraint read;
  read.source = object.place();
  read.priority = priority_of(object);
  for (const char* key : {"apiVersion", "kind"}) object.passed(key);
  read.name = object.section("metadata").text("name").value_or("");
  read_host(object, read);
  read_lists(object, read);
  read.run_as_user = run_as_user(object.section("runAsUser"), types.run_as_user);
  read.se_linux = se_linux_context(object.section("seLinuxContext"), types.se_linux);
  read.fs_group = group_rule(object.section("fsGroup"), types.fs_group);
  read.supplemental_groups = group_rule(object.section("supplementalGroups"), types.supplemental_groups);
  return read;
}

/// The line of the field that the first refusal is about: "runAsUser" of "runAsUser.type: Invalid value: ...".
std::string place_of(const Value& object, const Origin& origin, std::string_view refusal) {
  const Value field = object[refusal.substr(0, refusal.find_first_of(".[:"))];
  return origin.place(field ? field : object);
}

base::Error refused(const Value& object, const Origin& origin, const std::string& name,
                    const std::vector<std::string>& refusals) {
  return {.code = base::Code::malformed,
          .message = base::format("{}: {}", place_of(object, origin, refusals.front()), message(name, refusals))};
}

}  // namespace

base::Result<Constraint> constraint_of(const Value& value, const Origin& origin) {
  Findings findings;
  Section object(value, "", origin, findings);
  TypeNames types;
  Constraint read = read_fields(object, types);
  const std::string level = object.text("userNamespaceLevel").value_or("AllowHostLevel");
  object.end();
  if (!findings.error && read.name.empty()) object.refuse_because(value["metadata"], "metadata.name", "an SCC needs a name");
  if (findings.error) return std::unexpected(std::move(*findings.error));
  if (level != "AllowHostLevel" && level != "RequirePodLevel")
    return std::unexpected(
        refused(value, origin, read.name, {unsupported("userNamespaceLevel", level, {"AllowHostLevel", "RequirePodLevel"})}));
  if (level == "RequirePodLevel") read.user_namespace = UserNamespaceLevel::require_pod;
  if (const auto wrong = refusals(read, types); !wrong.empty())
    return std::unexpected(refused(value, origin, read.name, wrong));
  read.unknown_fields = std::move(findings.unknown);
  return read;
}

}  // namespace railhead::manifest::scc
