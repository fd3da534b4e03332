#include "manifest/scc/read.h"

#include <gtest/gtest.h>

#include "base/format.h"
#include "base/text.h"
#include "manifest/yaml/yaml.h"
#include "tests/unit/manifest/scc/measured.h"

namespace railhead::manifest::scc {
namespace {

constexpr const char* kStart =
    "apiVersion: security.openshift.io/v1\nkind: SecurityContextConstraints\nmetadata: {name: fabric}\n";
constexpr const char* kStrategies = "runAsUser: {type: RunAsAny}\nseLinuxContext: {type: MustRunAs}\n";

constexpr const char* kFlow = "runAsUser: {type: RunAsAny}, seLinuxContext: {type: RunAsAny}, ";

base::Result<Constraint> read_text(const std::string& text) {
  const Parsed parsed = parse_yaml(text);
  EXPECT_TRUE(parsed.errors.empty()) << text << (parsed.errors.empty() ? "" : parsed.errors[0].message);
  if (parsed.documents.empty()) return Constraint{};
  return constraint_of(Value(parsed.documents[0]), {.file = "scc.yaml"});
}

base::Result<Constraint> read(const std::string& fields) { return read_text(std::string(kStart) + kStrategies + fields); }

std::string error_of(const std::string& fields) {
  const auto found = read(fields);
  return found ? "" : found.error().message;
}

/// The server's words, without our place in front.
std::string refusal(const std::string& fields) {
  const std::string text = error_of(fields);
  const std::string start = ": SecurityContextConstraints.security.openshift.io \"fabric\" is invalid: ";
  const std::size_t at = text.find(start);
  return at == std::string::npos ? text : text.substr(at + start.size());
}

std::string add_error(World& world, const std::string& text, std::string_view space = "") {
  const Parsed parsed = parse_yaml(text);
  EXPECT_TRUE(parsed.errors.empty()) << text << (parsed.errors.empty() ? "" : parsed.errors[0].message);
  for (const Document& document : parsed.documents)
    if (const auto added = add_objects(world, document, {.file = "world.yaml"}, space); !added) return added.error().message;
  return "";
}

World world_of(const std::string& text, std::string_view space = "") {
  World world;
  EXPECT_EQ(add_error(world, text, space), "");
  return world;
}

TEST(ReadScc, DefaultsAreFilledIn) {
  const auto found = read("volumes: [secret, emptyDir, secret]\n");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->name, "fabric");
  EXPECT_EQ(found->priority, 0);
  EXPECT_EQ(found->privilege_escalation, true);
  EXPECT_FALSE(found->default_privilege_escalation);
  EXPECT_FALSE(found->privileged || found->host_network || found->host_ports || found->host_pid || found->host_ipc ||
               found->host_dir || found->read_only_root);
  EXPECT_EQ(found->fs_group.type, Strategy::run_as_any);
  EXPECT_EQ(found->supplemental_groups.type, Strategy::run_as_any);
  EXPECT_EQ(found->user_namespace, UserNamespaceLevel::allow_host);
  EXPECT_EQ(found->volumes, (std::vector<std::string>{"emptyDir", "secret"})) << "sorted, each once";
  EXPECT_EQ(found->source, "scc.yaml:1");
  EXPECT_TRUE(found->unknown_fields.empty());
}

TEST(ReadScc, HostDirectoriesDecideOnVolumes) {
  const auto volumes = [](const std::string& fields) { return base::joined(read(fields)->volumes, " "); };
  EXPECT_EQ(volumes("volumes: [nfs]\nallowHostDirVolumePlugin: true\n"), "hostPath nfs");
  EXPECT_EQ(volumes("volumes: [nfs, hostPath]\n"), "nfs");
  EXPECT_EQ(volumes("volumes: [hostPath]\n"), "") << "an empty list, and not none";
  EXPECT_EQ(volumes("volumes: []\n"), "none");
  EXPECT_EQ(volumes("volumes: []\nallowHostDirVolumePlugin: true\n"), "hostPath");
  EXPECT_EQ(volumes("allowHostDirVolumePlugin: true\n"), "*");
  EXPECT_EQ(volumes("volumes: ['*', nfs]\nallowHostDirVolumePlugin: true\n"), "* nfs");
  EXPECT_EQ(read("volumes: null\n")->volumes.size(), 29U) << "all but hostPath";
  EXPECT_EQ(read("volumes: ['*']\n")->volumes.size(), 29U);
}

TEST(ReadScc, AllFields) {
  const auto found = read_text(std::string(kStart) + R"(
priority: 7
allowPrivilegedContainer: yes
allowHostNetwork: true
allowHostPorts: on
allowHostPID: True
allowHostIPC: true
allowPrivilegeEscalation: false
defaultAllowPrivilegeEscalation: no
readOnlyRootFilesystem: true
allowedCapabilities: [IPC_LOCK, SYS_RESOURCE]
defaultAddCapabilities: [CHOWN]
requiredDropCapabilities: [KILL]
runAsUser: {type: MustRunAsRange, uidRangeMin: 5, uidRangeMax: 0x10}
seLinuxContext: {type: MustRunAs, seLinuxOptions: {level: "s0:c1,c2", type: spc_t, user: u, role: r}}
fsGroup: {type: MustRunAs, ranges: [{min: 1, max: 2}, {max: 9}]}
supplementalGroups: {type: MustRunAs, ranges: [{min: 3, max: 4}]}
seccompProfiles: [runtime/default]
allowedUnsafeSysctls: [net.core.*]
forbiddenSysctls: [kernel.msgmax]
volumes: [flexVolume]
allowedFlexVolumes: [{driver: acme/disk}]
userNamespaceLevel: RequirePodLevel
users: ["system:serviceaccount:lab:batch"]
groups: [physics]
)");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->priority, 7);
  EXPECT_TRUE(found->privileged && found->host_network && found->host_ports && found->host_pid && found->host_ipc);
  EXPECT_TRUE(found->read_only_root);
  EXPECT_EQ(found->privilege_escalation, false);
  EXPECT_EQ(found->default_privilege_escalation, false);
  EXPECT_EQ(found->run_as_user.type, UserStrategy::must_run_as_range);
  EXPECT_EQ(found->run_as_user.min, 5);
  EXPECT_EQ(found->run_as_user.max, 16);
  EXPECT_EQ(found->se_linux.options, (SeLinuxOptions{.user = "u", .role = "r", .type = "spc_t", .level = "s0:c1,c2"}));
  EXPECT_EQ(found->fs_group.ranges, (std::vector<IdRange>{{1, 2}, {0, 9}}));
  EXPECT_EQ(found->supplemental_groups.ranges, (std::vector<IdRange>{{3, 4}}));
  EXPECT_EQ(found->flex_volumes, (std::vector<std::string>{"acme/disk"}));
  EXPECT_EQ(found->user_namespace, UserNamespaceLevel::require_pod);
  EXPECT_EQ(found->allowed_capabilities, (std::vector<std::string>{"IPC_LOCK", "SYS_RESOURCE"}));
  EXPECT_EQ(found->default_capabilities, (std::vector<std::string>{"CHOWN"}));
  EXPECT_EQ(found->required_drops, (std::vector<std::string>{"KILL"}));
  EXPECT_EQ(found->unsafe_sysctls, (std::vector<std::string>{"net.core.*"}));
  EXPECT_EQ(found->forbidden_sysctls, (std::vector<std::string>{"kernel.msgmax"}));
  EXPECT_EQ(found->seccomp_profiles, (std::vector<std::string>{"runtime/default"}));
  EXPECT_EQ(found->users, (std::vector<std::string>{"system:serviceaccount:lab:batch"}));
  EXPECT_EQ(found->groups, (std::vector<std::string>{"physics"}));
}

TEST(ReadScc, WrongTypesNameFieldPlaceAndWhatWasExpected) {
  EXPECT_EQ(error_of("allowHostPID: \"true\"\n"), "scc.yaml:6: allowHostPID: expected true or false, found the text \"true\"");
  EXPECT_EQ(error_of("users: nobody\n"), "scc.yaml:6: users: expected a list, found the text \"nobody\"");
  EXPECT_EQ(error_of("fsGroup: {type: MustRunAs, ranges: [{min: \"5\"}]}\n"),
            "scc.yaml:6: fsGroup.ranges[0].min: expected a whole number, found the text \"5\"");
  EXPECT_EQ(error_of("priority: 4294967296\n"), "scc.yaml:6: priority: expected a whole number of 32 bits");
  EXPECT_EQ(error_of("volumes: {nfs: true}\n"), "scc.yaml:6: volumes: expected a list, found a mapping");
  EXPECT_EQ(read_text("kind: SecurityContextConstraints\n").error().message, "scc.yaml:1: metadata.name: an SCC needs a name");
  EXPECT_EQ(read_text("[1, 2]\n").error().message, "scc.yaml:1: : expected a mapping, found a list");
}

TEST(ReadScc, UnknownFieldsAreNoted) {
  const auto found = read("allowPrivilegedContainers: true\nfsGroup: {type: RunAsAny, range: 5}\nstatus: {}\n");
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->privileged);
  EXPECT_EQ(found->unknown_fields, (std::vector<std::string>{"scc.yaml:7: fsGroup.range",
                                                             "scc.yaml:6: allowPrivilegedContainers", "scc.yaml:8: status"}));
}

TEST(ReadScc, WhatTheServerRefuses) {
  EXPECT_EQ(refusal("fsGroup: {type: MustRunAs, ranges: [{min: 5, max: 5}, {}]}\n"), "");
  EXPECT_EQ(refusal("priority: -3\n"), "priority: Invalid value: -3: priority cannot be negative");
  EXPECT_EQ(refusal("fsGroup: {type: Often}\n"),
            "fsGroup.type: Unsupported value: \"Often\": supported values: \"MustRunAs\", \"RunAsAny\"");
  EXPECT_EQ(refusal("supplementalGroups: {type: MustRunAs, ranges: [{min: 7, max: 0}]}\n"),
            "supplementalGroups.ranges[0].min: Invalid value: {\"min\":7}: min cannot be greater than max");
  EXPECT_EQ(refusal("fsGroup: {type: MustRunAs, ranges: [{min: -4, max: -2}]}\n"),
            "[fsGroup.ranges[0].min: Invalid value: -4: min cannot be negative, fsGroup.ranges[0].max: Invalid value: -2: max "
            "cannot be negative]");
  EXPECT_EQ(
      refusal("requiredDropCapabilities: [KILL, CHOWN]\ndefaultAddCapabilities: [KILL]\nallowedCapabilities: [CHOWN, kill]\n"),
      "[defaultAddCapabilities: Invalid value: \"KILL\": capability is listed in defaultAddCapabilities and "
      "requiredDropCapabilities, allowedCapabilities: Invalid value: \"CHOWN\": capability is listed in "
      "allowedCapabilities and requiredDropCapabilities]");
  EXPECT_EQ(refusal("allowedCapabilities: ['*']\nrequiredDropCapabilities: [KILL, CHOWN]\n"),
            "requiredDropCapabilities: Invalid value: [\"KILL\",\"CHOWN\"]: required capabilities must be empty when all "
            "capabilities are allowed by a wildcard");
  EXPECT_EQ(refusal("volumes: [none, nfs]\n"),
            "volumes: Invalid value: [\"nfs\",\"none\"]: if 'none' is specified, no other values are allowed");
  EXPECT_EQ(
      refusal("volumes: [nfs]\nallowedFlexVolumes: [{driver: acme/disk}]\n"),
      "allowedFlexVolumes: Invalid value: [{\"driver\":\"acme/disk\"}]: volumes does not include 'flexVolume' or '*', so no "
      "flex volumes are allowed");
  EXPECT_EQ(refusal("userNamespaceLevel: Never\npriority: -3\n"),
            "userNamespaceLevel: Unsupported value: \"Never\": supported values: \"AllowHostLevel\", \"RequirePodLevel\"")
      << "this one is said alone";
  EXPECT_EQ(refusal("allowedUnsafeSysctls: ['*', net.core.somaxconn]\n"),
            "allowedUnsafeSysctls.items: Forbidden: if '*' is present, must not specify other sysctls");
}

TEST(ReadScc, PatternsOfSysctls) {
  const auto is_good = [](const std::string& pattern) { return refusal("forbiddenSysctls: [\"" + pattern + "\"]\n").empty(); };
  for (const char* pattern : {"*", "net.*", "net.core.somaxconn", "kernel.shm_rmid*", "a", "a.b", "a-b.c_d.e"})
    EXPECT_TRUE(is_good(pattern)) << pattern;
  for (const char* pattern : {"", "net.*.core", "Net.core", "net..core", ".net", "net.", "a_.b", "-a", "**", "net/core"})
    EXPECT_FALSE(is_good(pattern)) << pattern;
  EXPECT_FALSE(is_good(std::string(254, 'a')));
  EXPECT_TRUE(is_good(std::string(253, 'a')));
}

TEST(ReadScc, SysctlsOfBothListsMustNotOverlap) {
  const auto overlap = [](const std::string& allowed, const std::string& forbidden) {
    return refusal("allowedUnsafeSysctls: [\"" + allowed + "\"]\nforbiddenSysctls: [\"" + forbidden + "\"]\n");
  };
  EXPECT_EQ(overlap("net.core.x", "net.ipv4.x"), "");
  EXPECT_EQ(overlap("net.core.x", "net.core.x"),
            "allowedUnsafeSysctls[0]: Invalid value: \"net.core.x\": sysctl overlaps with net.core.x");
  EXPECT_EQ(overlap("net.core.x", "net.*"),
            "allowedUnsafeSysctls[0]: Invalid value: \"net.core.x\": sysctl overlaps with net.*");
  EXPECT_EQ(overlap("net.*", "net.core.x"), "forbiddenSysctls[0]: Invalid value: \"net.core.x\": sysctl overlaps with net.*");
  EXPECT_EQ(overlap("net.core.*", "net.*"),
            "allowedUnsafeSysctls[0]: Invalid value: \"net.core.*\": sysctl overlaps with net.*");
  EXPECT_EQ(overlap("net.*", "net.core.*"), "forbiddenSysctls[0]: Invalid value: \"net.core.*\": sysctl overlaps with net.*");
}

TEST(ReadScc, AMessageStaysSmall) {
  std::string list = "[";
  for (int i = 0; i < 4000; ++i) list += "\"" + std::string(300, 'X') + "\", ";
  const std::string text = refusal("requiredDropCapabilities: " + list + "]\nallowedCapabilities: " + list + "]\n");
  EXPECT_FALSE(text.empty());
  EXPECT_LT(text.size(), 64U * 1024U);
  EXPECT_NE(refusal("groups: [\"a\\u202Eb\"]\npriority: -1\nvolumes: [\"none\", \"b\\nc\"]\n").find("b?c"), std::string::npos)
      << "a name makes no line of its own";
}

/// The measured objects: what the server refused, in its words, and what it filled in.
TEST(ReadScc, Measured) {
  if (!has_measured()) GTEST_SKIP() << "the measured objects lie outside the repository: RAILHEAD_TESTDATA is not set";
  const Document document = measured("scc-object-validation.yaml");
  const std::vector<Value> rows = Value(document)["rows"].items();
  ASSERT_FALSE(rows.empty()) << "the folder of RAILHEAD_TESTDATA has no such objects";
  const std::vector<std::pair<std::string, std::string>> base = {{"fsGroup", "{type: RunAsAny}"},
                                                                 {"runAsUser", "{type: RunAsAny}"},
                                                                 {"seLinuxContext", "{type: RunAsAny}"},
                                                                 {"supplementalGroups", "{type: RunAsAny}"},
                                                                 {"volumes", "[configMap]"}};
  for (const Value& row : rows) {
    std::string text = "{metadata: {name: bad}";
    const Value changes = row["differsFromBase"];
    const std::string left_out = as_json(row["leftOut"]);
    for (const auto& [key, value] : base)
      if (!changes[key] && left_out.find(key) == std::string::npos) text += base::format(", {}: {}", key, value);
    for (const auto& [key, value] : changes.members()) text += base::format(", {}: {}", *key.text(), as_json(value));
    const auto found = read_text(text + "}");
    const std::string which = row["case"].text().value_or("");
    EXPECT_EQ(static_cast<bool>(found), row["accepted"].boolean()) << which;
    EXPECT_EQ(found ? "" : found.error().message, row["message"] ? "scc.yaml:1: " + row["message"].text().value_or("") : "")
        << which;
    const Value volumes = row["filledIn"]["volumes"];
    if (found && volumes) {
      std::vector<std::string> wanted;
      for (const Value& volume : volumes.items()) wanted.push_back(*volume.text());
      EXPECT_EQ(found->volumes, wanted) << which;
    }
  }
}

TEST(ReadWorld, ObjectsOfEachKind) {
  const World world = world_of(R"(
apiVersion: v1
kind: Namespace
metadata: {name: lab, labels: {openshift.io/run-level: "1"}, annotations: {openshift.io/sa.scc.mcs: "s0:c1,c0"}}
---
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: SecurityContextConstraints
  metadata: {name: old}
  runAsUser: {type: RunAsAny}
  seLinuxContext: {type: RunAsAny}
- apiVersion: rbac.authorization.k8s.io/v1
  kind: Role
  metadata: {name: use-old, namespace: lab}
  rules: [{apiGroups: [security.openshift.io], resources: [securitycontextconstraints], resourceNames: [old], verbs: [use]}]
- apiVersion: rbac.authorization.k8s.io/v1
  kind: ClusterRole
  metadata: {name: all}
  aggregationRule: {clusterRoleSelectors: []}
  rules: [{nonResourceURLs: [/], verbs: ["*"]}]
- apiVersion: rbac.authorization.k8s.io/v1
  kind: RoleBinding
  metadata: {name: bind-old}
  roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: use-old}
  subjects: [{kind: ServiceAccount, name: batch, namespace: lab}, {kind: Group, name: physics}]
- apiVersion: rbac.authorization.k8s.io/v1
  kind: ClusterRoleBinding
  metadata: {name: bind-all}
  roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: all}
- {apiVersion: v1, kind: ServiceAccount, metadata: {name: batch, namespace: lab}, automountServiceAccountToken: false}
- {apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: disk.acme,
   labels: {security.openshift.io/csi-ephemeral-volume-profile: restricted}}}
- {apiVersion: apps/v1, kind: Deployment, metadata: {name: 5}}
- {apiVersion: acme.io/v1, kind: Role, metadata: {name: 5}}
)",
                               "lab");
  ASSERT_EQ(world.namespaces.size(), 1U);
  EXPECT_EQ(world.namespaces[0].labels.at("openshift.io/run-level"), "1");
  EXPECT_EQ(world.namespaces[0].annotations.at("openshift.io/sa.scc.mcs"), "s0:c1,c0");
  ASSERT_EQ(world.constraints.size(), 1U);
  EXPECT_EQ(world.constraints[0].source, "world.yaml:9");
  ASSERT_EQ(world.roles.size(), 2U);
  EXPECT_EQ(world.roles[0].rules[0].resource_names, (std::vector<std::string>{"old"}));
  EXPECT_FALSE(world.roles[0].cluster || world.roles[0].aggregated);
  EXPECT_TRUE(world.roles[1].cluster && world.roles[1].aggregated);
  ASSERT_EQ(world.bindings.size(), 2U);
  EXPECT_EQ(world.bindings[0].space, "lab") << "the namespace that is given with -n";
  EXPECT_FALSE(world.bindings[0].cluster_role);
  EXPECT_EQ(world.bindings[0].subjects[1].kind, "Group");
  EXPECT_TRUE(world.bindings[1].cluster_role && world.bindings[1].subjects.empty());
  ASSERT_EQ(world.service_accounts.size(), 1U);
  EXPECT_EQ(world.service_accounts[0].automount_token, false);
  ASSERT_EQ(world.csi_drivers.size(), 1U);
  EXPECT_EQ(world.csi_drivers[0].ephemeral_level, "restricted");
}

TEST(ReadWorld, TypedListsAndListsInLists) {
  const World world = world_of(R"(
apiVersion: v1
kind: List
items:
- apiVersion: security.openshift.io/v1
  kind: SecurityContextConstraintsList
  items:
  - {metadata: {name: one}, runAsUser: {type: RunAsAny}, seLinuxContext: {type: RunAsAny}}
  - {metadata: {name: two}, runAsUser: {type: RunAsAny}, seLinuxContext: {type: RunAsAny}}
- apiVersion: project.openshift.io/v1
  kind: ProjectList
  items: [{metadata: {name: lab}}]
)");
  ASSERT_EQ(world.constraints.size(), 2U);
  EXPECT_EQ(world.constraints[0].name, "one");
  EXPECT_EQ(world.namespaces.size(), 1U) << "a project is its namespace";
}

TEST(ReadWorld, OldBindingsOfOpenShift) {
  const World world = world_of(R"(
apiVersion: authorization.openshift.io/v1
kind: RoleBinding
metadata: {name: old, namespace: lab}
roleRef: {name: edit}
userNames: [somebody]
groupNames: []
subjects: [{kind: SystemUser, name: somebody}]
)");
  ASSERT_EQ(world.bindings.size(), 1U);
  EXPECT_TRUE(world.bindings[0].cluster_role);
  EXPECT_EQ(world.bindings[0].subjects[0].kind, "User");
}

TEST(ReadWorld, OfTwoThatAreCalledTheSameTheLaterCounts) {
  const std::string scc =
      "apiVersion: v1\nkind: SecurityContextConstraints\nmetadata: {name: fabric}\n" + std::string(kStrategies);
  World world = world_of(scc + "---\n" + scc + "priority: 3\n");
  ASSERT_EQ(world.constraints.size(), 1U);
  EXPECT_EQ(world.constraints[0].priority, 3);
  world.constraints.push_back({.name = "by-hand"});
  EXPECT_EQ(add_error(world, "apiVersion: v1\nkind: SecurityContextConstraints\nmetadata: {name: by-hand}\npriority: 4\n" +
                                 std::string(kStrategies)),
            "");
  ASSERT_EQ(world.constraints.size(), 2U);
  EXPECT_EQ(world.constraints[1].priority, 4);
  const World spaces = world_of(
      "{apiVersion: v1, kind: ServiceAccount, metadata: {name: a, namespace: here}}\n---\n"
      "{apiVersion: v1, kind: ServiceAccount, metadata: {name: a, namespace: there}}\n");
  EXPECT_EQ(spaces.service_accounts.size(), 2U);
}

TEST(ReadWorld, WhatIsWrongIsAnError) {
  World world;
  EXPECT_EQ(add_error(world, "apiVersion: security.openshift.io/v1beta1\nkind: SecurityContextConstraints\n"),
            "world.yaml:1: apiVersion: SecurityContextConstraints have security.openshift.io/v1, found "
            "\"security.openshift.io/v1beta1\"");
  EXPECT_EQ(add_error(world, "kind: SecurityContextConstraints\n"),
            "world.yaml:1: apiVersion: SecurityContextConstraints have security.openshift.io/v1, found \"\"");
  EXPECT_EQ(add_error(world, "apiVersion: v1\nkind: Namespace\nmetadata: {name: lab, labels: {a: 1}}\n"),
            "world.yaml:3: metadata.labels.a: expected text, found the number 1");
  EXPECT_EQ(add_error(world, "apiVersion: v1\nkind: Namespace\n"), "world.yaml:1: metadata.name: expected a name");
  EXPECT_EQ(
      add_error(world, "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a}\nrules: {verbs: use}\n"),
      "world.yaml:4: rules: expected a list, found a mapping");
  EXPECT_EQ(add_error(world, ""), "");
  EXPECT_EQ(add_error(world, "just text\n"), "");
  EXPECT_EQ(add_error(world, "- kind: Namespace\n"), "");
}

TEST(ReadWorld, UnknownFieldsAreNotedWithTheirPlace) {
  const World world = world_of(
      "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a, namespace: lab}\n"
      "rules:\n- {apiGroups: [''], resources: [pods], verb: [use]}\n");
  EXPECT_EQ(world.unknown_fields, (std::vector<std::string>{"world.yaml:5: rules[0].verb"}));
}

TEST(ReadWorld, ListsAreBounded) {
  World world;
  std::string users = "a";
  for (int i = 0; i < 4096; ++i) users += ",a";
  EXPECT_NE(error_of("users: [" + users + "]\n").find("4097 entries"), std::string::npos);
  std::string deep = "{apiVersion: v1, kind: Namespace, metadata: {name: lab}}";
  for (int i = 0; i < 9; ++i) deep = base::format("{{apiVersion: v1, kind: List, items: [{}]}}", deep);
  EXPECT_NE(add_error(world, deep).find("too deep"), std::string::npos);
  std::string wide = "apiVersion: v1\nkind: List\nx0: &x0 {apiVersion: v1, kind: Namespace, metadata: {name: lab}}\n";
  for (int i = 1; i < 8; ++i) {
    wide += base::format("x{}: &x{} {{apiVersion: v1, kind: List, items: [", i, i);
    for (int j = 0; j < 20; ++j) wide += base::format("*x{}, ", i - 1);
    wide += "]}\n";
  }
  EXPECT_NE(add_error(world, wide + "items: [*x7]\n").find("too many objects"), std::string::npos);
}

TEST(ReadWorld, LongTextsNamedManyTimesAreBounded) {
  const std::string start = "long: &long \"" + std::string(std::size_t{1} << 16U, 'x') + "\"\n";
  const auto users = [](int count) {
    std::string list = "users: [";
    for (int i = 0; i < count; ++i) list += "*long, ";
    return list + "]\n";
  };
  EXPECT_EQ(error_of(start + users(64)), "");
  EXPECT_NE(error_of(start + users(65)).find("more than 4194304 bytes in all"), std::string::npos);
  std::string text = "apiVersion: v1\nkind: List\n" + start + "items:\n";
  for (int i = 0; i < 17; ++i)
    text += base::format("- {{apiVersion: v1, kind: SecurityContextConstraints, metadata: {{name: a{}}}, {}", i, kFlow) +
            users(64) + "  }\n";
  World world;
  EXPECT_NE(add_error(world, text).find("too many entries in all"), std::string::npos);
  EXPECT_LE(world.constraints.size(), 17U);
}

TEST(ReadWorld, ObjectsAreBounded) {
  std::string text = "apiVersion: v1\nkind: NamespaceList\nitems:\n";
  for (int i = 0; i < 65537; ++i) text += base::format("- {{metadata: {{name: n{}}}}}\n", i);
  World world;
  EXPECT_EQ(add_error(world, text), "world.yaml:65540: more than 65536 objects that admission asks for");
}

}  // namespace
}  // namespace railhead::manifest::scc
