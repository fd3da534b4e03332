// What lint says of admission: every fix that it gives is tried, and what is not decided by the manifests is not said.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "tests/support/linted.h"
#include "tests/support/small_world.h"

namespace railhead::lint {
namespace {

using check::Verdict;
using test::ManifestText;

std::vector<const check::Check*> checks() {
  std::vector<const check::Check*> found;
  for (const char* id : {"k8s.scc.capability-denied", "k8s.scc.denied", "k8s.scc.privilege-escalation-denied",
                         "k8s.scc.not-granted", "k8s.pod-security.denied"})
    found.push_back(check::find(id));
  return found;
}

std::vector<check::Finding> findings_of(const std::vector<ManifestText>& manifests, Verdict verdict) {
  std::vector<check::Finding> found;
  for (check::Result& result : test::linted(manifests, checks()))
    if (result.finding.verdict == verdict) found.push_back(std::move(result.finding));
  return found;
}

std::string shown(const std::vector<check::Finding>& findings) {
  std::string text;
  for (const check::Finding& finding : findings)
    text += base::format("{} {} {}\n", finding.subject, finding.message, finding.fix);
  return text;
}

/// An SCC by its fields; a line of a fix takes the place of one.
using Fields = std::map<std::string, std::string>;

Fields strict() {
  return {{"allowHostDirVolumePlugin", "false"},
          {"allowHostIPC", "false"},
          {"allowHostNetwork", "false"},
          {"allowHostPID", "false"},
          {"allowHostPorts", "false"},
          {"allowPrivilegedContainer", "false"},
          {"allowPrivilegeEscalation", "false"},
          {"allowedCapabilities", "[IPC_LOCK]"},
          {"readOnlyRootFilesystem", "true"},
          {"runAsUser", "{type: MustRunAsNonRoot}"},
          {"seLinuxContext", "{type: MustRunAs, seLinuxOptions: {level: \"s0:c3,c9\"}}"},
          {"fsGroup", "{type: MustRunAs, ranges: [{min: 50, max: 60}]}"},
          {"supplementalGroups", "{type: MustRunAs, ranges: [{min: 50, max: 60}]}"},
          {"userNamespaceLevel", "RequirePodLevel"},
          {"volumes", "[emptyDir, projected]"},
          {"users", "[\"system:serviceaccount:lab:solver\"]"}};
}

std::string manifest_of(const Fields& fields, const std::string& name = "fast-net") {
  std::string text = "apiVersion: security.openshift.io/v1\nkind: SecurityContextConstraints\nmetadata: {name: " + name + "}\n";
  for (const auto& [key, value] : fields) text += base::format("{}: {}\n", key, value);
  return text;
}

struct Asking {
  std::string name;
  std::string pod = {};        // lines of the spec
  std::string container = {};  // of the securityContext of its container
  std::string rest = {};       // of the container
  std::string capabilities = "IPC_LOCK";
};

std::string deployment(const Asking& asking) {
  return base::format(
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: solve, namespace: lab}}\nspec:\n  template:\n    spec:\n"
      "      serviceAccountName: solver\n{}      containers:\n      - name: main\n        image: registry.example/solve:2\n"
      "        securityContext:\n          capabilities: {{add: [{}]}}\n{}{}",
      asking.pod, asking.capabilities, asking.container, asking.rest);
}

void apply(const std::string& fix, Fields& fields) {
  for (const std::string_view line : base::lines(fix)) {
    if (line.starts_with('#')) continue;
    const std::size_t colon = line.find(':');
    ASSERT_NE(colon, std::string_view::npos) << fix;
    fields[std::string(line.substr(0, colon))] = base::trimmed(line.substr(colon + 1));
  }
}

class Fix : public testing::TestWithParam<Asking> {};

TEST_P(Fix, MakesTheSccAdmitThePod) {
  Fields fields = strict();
  const ManifestText pod = {"solve.yaml", deployment(GetParam())};
  const std::vector<check::Finding> refused = findings_of({{"scc.yaml", manifest_of(fields)}, pod}, Verdict::violated);
  ASSERT_FALSE(refused.empty());
  for (const check::Finding& finding : refused) {
    EXPECT_EQ(finding.severity, check::Severity::error);
    EXPECT_TRUE(finding.evidence.at(0).where.starts_with("solve.yaml:")) << finding.evidence.at(0).where;
    EXPECT_TRUE(std::ranges::any_of(finding.evidence, [](const auto& one) { return one.where == "scc.yaml:1"; }));
    apply(finding.fix, fields);
  }
  const std::vector<ManifestText> mended = {{"scc.yaml", manifest_of(fields)}, pod};
  const std::vector<check::Finding> left = findings_of(mended, Verdict::violated);
  EXPECT_TRUE(left.empty()) << shown(left) << manifest_of(fields);
  EXPECT_FALSE(findings_of(mended, Verdict::ok).empty());
}

const std::vector<Asking> kAskings = {
    {"capability", "", "          runAsUser: 7\n", "", "SYS_NICE, IPC_LOCK"},
    {"seccomp", "      securityContext: {seccompProfile: {type: RuntimeDefault}}\n"},
    {"seccomp_of_a_node", "", "          seccompProfile: {type: Localhost, localhostProfile: profiles/solve.json}\n"},
    {"host_network", "      hostNetwork: true\n", "", "        ports: [{containerPort: 7070}]\n"},
    {"host_process_ids", "      hostPID: true\n"},
    {"host_ipc", "      hostIPC: true\n"},
    {"escalation", "", "          runAsUser: 7\n          allowPrivilegeEscalation: true\n"},
    {"root", "", "          runAsUser: 0\n"},
    {"may_be_root", "", "          runAsNonRoot: false\n"},
    {"writable_root", "", "          readOnlyRootFilesystem: false\n"},
    {"selinux", "      securityContext: {seLinuxOptions: {type: spc_t}}\n"},
    {"groups", "      securityContext: {fsGroup: 7, supplementalGroups: [8, 9]}\n"},
    {"sysctl", "      securityContext: {sysctls: [{name: net.core.somaxconn, value: \"512\"}]}\n"},
    {"host_path", "      volumes: [{name: a, hostPath: {path: /srv}}]\n"},
    {"nfs", "      volumes: [{name: a, nfs: {server: nfs.example, path: /}}, {name: b, configMap: {name: c}}]\n"},
    {"host_users", "      hostUsers: true\n"},
};

INSTANTIATE_TEST_SUITE_P(LintAdmission, Fix, testing::ValuesIn(kAskings), [](const auto& info) { return info.param.name; });

TEST(LintAdmission, NoSccIsOpenedForAPrivilegedContainer) {
  const ManifestText pod = {"solve.yaml", deployment({"", "", "          privileged: true\n"})};
  const auto refused = findings_of({{"scc.yaml", manifest_of(strict())}, pod}, Verdict::violated);
  ASSERT_FALSE(refused.empty());
  for (const check::Finding& finding : refused) {
    EXPECT_EQ(finding.fix.find("allowPrivilegedContainer"), std::string::npos) << finding.fix;
    EXPECT_NE(finding.fix.find("in place of privileged: true"), std::string::npos) << finding.fix;
  }
}

const Asking kEscalates = {"", "", "          allowPrivilegeEscalation: true\n"};

std::string space(const std::string& labels) {
  return "apiVersion: v1\nkind: Namespace\nmetadata: {name: lab, labels: {" + labels + "}}\n";
}

TEST(LintAdmission, TheLevelThatIsNamedLetsThePodThrough) {
  const ManifestText pod = {"solve.yaml", deployment({"", "      hostNetwork: true\n"})};
  const auto refused =
      findings_of({{"space.yaml", space("pod-security.kubernetes.io/enforce: restricted")}, pod}, Verdict::violated);
  ASSERT_EQ(refused.size(), 1U);
  EXPECT_NE(refused[0].fix.find("\npod-security.kubernetes.io/enforce: privileged"), std::string::npos) << refused[0].fix;
  EXPECT_NE(refused[0].fix.find("space.yaml:1"), std::string::npos) << refused[0].fix;
  EXPECT_TRUE(
      findings_of({{"space.yaml", space("pod-security.kubernetes.io/enforce: privileged")}, pod}, Verdict::violated).empty());
}

TEST(LintAdmission, WhatRestrictedWantsOfEachContainerIsSetInThePod) {
  std::string plain = deployment({});
  plain.replace(plain.find("add: [IPC_LOCK]"), 15, "add: []");
  const ManifestText restricted = {"space.yaml", space("pod-security.kubernetes.io/enforce: restricted")};
  const auto refused = findings_of({restricted, {"solve.yaml", plain}}, Verdict::violated);
  ASSERT_EQ(refused.size(), 1U);
  ASSERT_TRUE(refused[0].fix.starts_with("securityContext:  #")) << refused[0].fix;
  std::string strict_pod = plain.substr(0, plain.find("        securityContext:"));
  for (const std::string_view line : base::lines(refused[0].fix)) strict_pod += base::format("        {}\n", line);
  EXPECT_TRUE(findings_of({restricted, {"solve.yaml", strict_pod}}, Verdict::violated).empty()) << strict_pod;
}

TEST(LintAdmission, EscalationThatRootDoesNotNeedIsTakenOutOfThePod) {
  const auto refused =
      findings_of({{"scc.yaml", manifest_of(strict())}, {"solve.yaml", deployment(kEscalates)}}, Verdict::violated);
  ASSERT_FALSE(refused.empty());
  EXPECT_TRUE(std::ranges::any_of(refused, [](const check::Finding& one) {
    return one.message.find("allowPrivilegeEscalation") != std::string::npos && one.fix.empty();
  })) << shown(refused);
}

TEST(LintAdmission, TooManyObjectsSilenceIt) {
  std::string roles = "kind: RoleList\napiVersion: rbac.authorization.k8s.io/v1\nitems:\n";
  for (int i = 0; i < 65537; ++i) roles += base::format("- {{metadata: {{name: r{}, namespace: x}}}}\n", i);
  const ManifestText pod = {"solve.yaml", deployment({"", "      hostIPC: true\n"})};
  const ManifestText scc = {"scc.yaml", manifest_of(strict())};
  EXPECT_FALSE(findings_of({scc, pod}, Verdict::violated).empty());
  EXPECT_TRUE(findings_of({{"roles.yaml", roles}, scc, pod}, Verdict::violated).empty());
}

/// Healthy manifests, beside an SCC that is others' and a namespace that enforces nothing.
TEST(LintAdmission, HealthyManifestsStayHealthy) {
  const ManifestText scc = {"scc.yaml", manifest_of(strict())};
  const ManifestText lab = {"space.yaml", space("pod-security.kubernetes.io/warn: restricted")};
  for (const auto& file : std::filesystem::directory_iterator(test::source_path("tests/manifests/healthy"))) {
    const ManifestText healthy = {file.path().filename(), test::file_text(file.path())};
    for (const check::Finding& finding : findings_of({scc, lab, healthy}, Verdict::violated))
      EXPECT_EQ(finding.severity, check::Severity::info) << file.path() << ": " << finding.subject << " " << finding.message;
    EXPECT_TRUE(findings_of({lab, healthy}, Verdict::violated).empty()) << file.path();
  }
}

}  // namespace
}  // namespace railhead::lint
