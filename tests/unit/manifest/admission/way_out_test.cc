#include "manifest/admission/way_out.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "manifest/admission/way_out/cluster.h"
#include "manifest/admission/way_out/smallest.h"
#include "manifest/scc/order.h"
#include "manifest/scc/read.h"
#include "manifest/scc/stock.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest::admission {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

scc::World stock() {
  scc::World world;
  EXPECT_TRUE(scc::add_stock(world, "5.0"));
  world.namespaces.push_back(
      {.name = "lab",
       .annotations = {{"openshift.io/sa.scc.uid-range", "1000450000/10000"}, {"openshift.io/sa.scc.mcs", "s0:c21,c20"}}});
  return world;
}

scc::Constraint constraint_of(const std::string& text) {
  const Parsed parsed = parse_yaml(text);
  EXPECT_EQ(parsed.documents.size(), 1U) << text;
  auto read = scc::constraint_of(Value(parsed.documents.at(0)), {.file = "scc.yaml"});
  EXPECT_TRUE(read) << read.error().message;
  return read ? *read : scc::Constraint();
}

/// `spec` is what stands below spec of a pod.
Subject subject_of(const std::string& spec) {
  const Parsed parsed =
      parse_yaml("kind: Pod\nmetadata: {name: ring-0, namespace: lab}\nspec:\n  serviceAccountName: runner\n" + spec);
  EXPECT_TRUE(parsed.errors.empty());
  auto subjects = subjects_of(parsed.documents.at(0), {.file = "pod.yaml"});
  EXPECT_TRUE(subjects) << subjects.error().message;
  return subjects->at(0);
}

std::string one_container(const std::string& security) {
  return "  containers: [{name: solver, image: i, securityContext: {" + security + "}}]\n";
}

WayOut way_of(const std::string& spec, const scc::World& world = stock(), const Question& question = {}) {
  const Subject subject = subject_of(spec);
  const auto verdict = judge(subject, world, question);
  EXPECT_TRUE(verdict);
  auto way = way_out(subject, *verdict, world, question);
  EXPECT_TRUE(way) << "the pod is admitted";
  return way.value_or(WayOut());
}

std::vector<std::string> changes(const WayOut& way) {
  std::vector<std::string> texts;
  texts.reserve(way.changes.size());
  for (const PodChange& change : way.changes) texts.push_back(change.path + ": " + change.what);
  return texts;
}

Question kubernetes(psa::Level level) { return {.scc = false, .level = level}; }

TEST(WayOut, NoneOfWhatIsAdmitted) {
  const scc::World world = stock();
  const Subject subject = subject_of(one_container(""));
  const auto verdict = judge(subject, world, {});
  ASSERT_TRUE(verdict);
  EXPECT_FALSE(way_out(subject, *verdict, world, {}));
}

TEST(WayOut, WhatPinsMemoryIsNotTakenAway) {
  const WayOut way = way_of(one_container("runAsUser: 0, capabilities: {add: [NET_RAW, IPC_LOCK]}"));
  EXPECT_THAT(way.changes, IsEmpty());
  EXPECT_EQ(way.keeps, "IPC_LOCK");
  EXPECT_THAT(way.commands, ::testing::ElementsAre("oc apply -f rdma-ring-0.yaml",
                                                   "oc adm policy add-scc-to-user rdma-ring-0 -z runner -n lab"));
}

TEST(WayOut, WhatHasNoEffectMayGo) {
  const WayOut way =
      way_of(one_container("runAsUser: 1000450001, allowPrivilegeEscalation: false, capabilities: {add: [IPC_LOCK]}"));
  EXPECT_THAT(changes(way), ::testing::ElementsAre("spec.containers[0].securityContext.capabilities.add: remove IPC_LOCK"));
  EXPECT_EQ(way.admitted_by, "restricted-v2");
  EXPECT_THAT(way.change_notes, ::testing::Contains(HasSubstr("no effect")));
  // restricted-v3 wants a user namespace, in which IPC_LOCK would have none: that is no reason to take it away.
  EXPECT_THAT(way_of(one_container("capabilities: {add: [IPC_LOCK]}")).changes, IsEmpty());
}

TEST(WayOut, ChangesNameTheirPlaces) {
  const WayOut way = way_of(
      "  hostIPC: true\n  containers:\n  - name: a\n    image: i\n  - name: b\n    image: i\n    securityContext:\n      "
      "capabilities: {add: "
      "[NET_RAW]}\n  initContainers:\n  - name: c\n    image: i\n    securityContext: {runAsUser: 0}\n");
  EXPECT_THAT(changes(way),
              ::testing::UnorderedElementsAre("spec.hostIPC: remove true",
                                              "spec.containers[1].securityContext.capabilities.add: remove NET_RAW",
                                              HasSubstr("spec.initContainers[0].securityContext.runAsUser: remove 0")));
  EXPECT_EQ(way.changes.at(0).source, "pod.yaml:4");
}

TEST(WayOut, OfSeccompGoesFromTheContainerThatHasIt) {
  scc::World world = stock();
  world.constraints.push_back({.name = "lenient",
                               .allowed_capabilities = {"IPC_LOCK"},
                               .volumes = {"projected"},
                               .users = {"system:serviceaccount:lab:runner"}});
  const WayOut way =
      way_of(one_container("runAsUser: 0, seccompProfile: {type: RuntimeDefault}, capabilities: {add: [IPC_LOCK]}"), world);
  EXPECT_THAT(changes(way), ::testing::ElementsAre(HasSubstr("spec.containers[0].securityContext.seccompProfile: remove")));
  EXPECT_EQ(way.admitted_by, "lenient");
  EXPECT_THAT(way.keeps, IsEmpty());
}

TEST(WayOut, RootWithIpcLockStaysRoot) {
  scc::World world = stock();
  world.constraints.push_back({.name = "users-only",
                               .allowed_capabilities = {"IPC_LOCK"},
                               .run_as_user = {.type = scc::UserStrategy::must_run_as_non_root},
                               .volumes = {"projected"},
                               .users = {"system:serviceaccount:lab:runner"}});
  const WayOut way = way_of(one_container("runAsUser: 0, capabilities: {add: [IPC_LOCK]}"), world);
  EXPECT_THAT(way.changes, IsEmpty());
  EXPECT_THAT(way.keeps, HasSubstr("runAsUser: 0"));
}

TEST(WayOut, TheNarrowestThatIsThereIsGranted) {
  EXPECT_EQ(way_of(one_container("runAsUser: 1200")).grant, "nonroot-v2") << "not anyuid, though the server tries it first";
  const WayOut root = way_of(one_container("runAsUser: 0"));
  EXPECT_EQ(root.grant, "anyuid");
  EXPECT_THAT(root.grant_notes, ::testing::Contains(HasSubstr("tried before restricted-v2")));
}

TEST(WayOut, WhatOpensTheNodeIsNeverRecommended) {
  for (const char* spec : {"  hostPID: true\n", "  hostIPC: true\n"}) {
    const WayOut way = way_of(spec + one_container("") + "  volumes: [{name: ib, hostPath: {path: /dev/infiniband}}]\n");
    EXPECT_THAT(way.grant, IsEmpty()) << spec;
    EXPECT_THAT(way.constraint, Not(IsEmpty())) << spec;
  }
  EXPECT_THAT(way_of("  hostIPC: true\n" + one_container("")).grant, IsEmpty());
}

TEST(WayOut, TheNewOneAllowsWhatIsAskedForAndNothingElse) {
  const scc::Constraint made = constraint_of(way_of("  hostNetwork: true\n" + one_container("capabilities: {add: [IPC_LOCK]}") +
                                                    "  volumes: [{name: shm, emptyDir: {}}]\n")
                                                 .constraint);
  EXPECT_TRUE(made.host_network);
  EXPECT_FALSE(made.host_ports || made.host_pid || made.host_ipc || made.host_dir || made.privileged);
  EXPECT_EQ(made.privilege_escalation, false);
  EXPECT_THAT(made.allowed_capabilities, ::testing::ElementsAre("IPC_LOCK"));
  EXPECT_THAT(made.required_drops, ::testing::ElementsAre("ALL"));
  EXPECT_THAT(made.seccomp_profiles, ::testing::ElementsAre("runtime/default"));
  EXPECT_THAT(made.volumes, ::testing::UnorderedElementsAre("emptyDir", "projected"));
  EXPECT_EQ(made.priority, 0);
  EXPECT_THAT(made.users, IsEmpty());
}

TEST(WayOut, ThePortsOfAHostNetworkPodAreHostPorts) {
  const scc::Constraint made = constraint_of(
      way_of("  hostNetwork: true\n  containers: [{name: a, image: i, ports: [{containerPort: 2222}], securityContext: "
             "{capabilities: {add: [IPC_LOCK]}}}]\n")
          .constraint);
  EXPECT_TRUE(made.host_ports);
}

TEST(WayOut, NoneIsProposedForPrivilegedContainers) {
  const WayOut way = way_of(one_container("privileged: true"));
  EXPECT_THAT(way.constraint, IsEmpty());
  EXPECT_THAT(way.grant, IsEmpty());
  EXPECT_THAT(way.commands, IsEmpty());
  EXPECT_THAT(way.no_constraint, HasSubstr("in place of privileged: true"));
}

TEST(WayOut, OtherPodsOfTheAccountStayWhereTheyAre) {
  for (const char* security : {"runAsUser: 0, capabilities: {add: [IPC_LOCK]}", "runAsUser: 0", "runAsUser: 1200",
                               "capabilities: {add: [IPC_LOCK]}"}) {
    scc::World world = stock();
    const scc::Constraint made = constraint_of(way_of(one_container(security), world).constraint);
    world.constraints.push_back(made);
    world.constraints.back().users = {"system:serviceaccount:lab:runner"};
    const auto verdict = judge(subject_of(one_container("")), world, {});
    ASSERT_TRUE(verdict);
    ASSERT_NE(verdict->scc.constraint, nullptr);
    EXPECT_EQ(verdict->scc.constraint->name, "restricted-v2") << security;
  }
}

TEST(WayOut, ContainersThatSayNothingKeepTheUserOfTheirImage) {
  const WayOut way = way_of(
      "  containers:\n  - {name: a, image: i, securityContext: {runAsUser: 0, capabilities: {add: [IPC_LOCK]}}}\n  - {name: b, "
      "image: i}\n");
  EXPECT_EQ(constraint_of(way.constraint).run_as_user.type, scc::UserStrategy::run_as_any);
  EXPECT_THAT(way.constraint_notes, ::testing::Contains(HasSubstr("RunAsAny")));
}

TEST(WayOut, NamesAreNew) {
  scc::World world = stock();
  world.constraints.push_back({.name = "rdma-ring-0", .privileged = true});
  EXPECT_EQ(way_of(one_container("capabilities: {add: [IPC_LOCK]}"), world).constraint_name, "rdma-ring-0-2");
}

TEST(WayOut, OddTextsSurviveTheManifest) {
  const scc::Constraint made =
      constraint_of(way_of(one_container("capabilities: {add: [\"a: \\\"b\\\", #c\", \"on\"]}, seccompProfile: {type: "
                                         "Localhost, localhostProfile: \"p/'q: 1\"}"))
                        .constraint);
  EXPECT_THAT(made.allowed_capabilities, ::testing::IsSupersetOf({"a: \"b\", #c", "on"}));
  EXPECT_THAT(made.seccomp_profiles, ::testing::ElementsAre("runtime/default", "localhost/p/'q: 1"));
}

TEST(WayOut, WhatTheApiRefusesHasNoConstraint) {
  const WayOut way = way_of(one_container("privileged: true, allowPrivilegeEscalation: false"));
  EXPECT_THAT(way.constraint, IsEmpty());
  EXPECT_THAT(way.invalid, HasSubstr("allowPrivilegeEscalation"));
  EXPECT_THAT(way.invalid, Not(HasSubstr("RunAsUser"))) << "not the whole securityContext";
}

TEST(WayOut, AnUnknownNamespaceIsNoReasonAgainstOne) {
  scc::World world = stock();
  world.namespaces.clear();
  const WayOut way = way_of(one_container("runAsUser: 0, capabilities: {add: [IPC_LOCK]}"), world);
  EXPECT_THAT(way.constraint, HasSubstr("uidRangeMin: 0, uidRangeMax: 0"));
  EXPECT_THAT(way.constraint, Not(HasSubstr("1099511627776")));
}

TEST(WayOut, BeforeThePodIsLookedAtNothingInItHelps) {
  scc::World world = stock();
  world.namespaces[0].annotations.clear();
  const WayOut way = way_of(one_container("capabilities: {add: [IPC_LOCK]}"), world);
  EXPECT_THAT(way.constraint, IsEmpty());
  EXPECT_THAT(way.commands, ::testing::ElementsAre("oc get namespace lab -o yaml"));
  std::erase_if(world.constraints, [](const scc::Constraint& one) { return one.name == "anyuid"; });
  EXPECT_THAT(way_of(one_container(""), world).no_constraint, HasSubstr("Put back the SCCs"));
}

TEST(WayOut, BaselineWithIpcLockNeedsAnotherLevel) {
  const WayOut way = way_of(one_container("capabilities: {add: [IPC_LOCK]}"), {}, kubernetes(psa::Level::baseline));
  EXPECT_EQ(way.keeps, "IPC_LOCK");
  EXPECT_THAT(way.changes, IsEmpty());
  EXPECT_THAT(way.commands,
              ::testing::ElementsAre("kubectl label namespace lab pod-security.kubernetes.io/enforce=privileged --overwrite"));
}

TEST(WayOut, RestrictedIsMetByChanges) {
  const WayOut way = way_of(one_container("capabilities: {add: [CHOWN]}"), {}, kubernetes(psa::Level::restricted));
  EXPECT_THAT(changes(way),
              ::testing::UnorderedElementsAre("spec.containers[0].securityContext.allowPrivilegeEscalation: set to false",
                                              "spec.containers[0].securityContext.capabilities.add: remove CHOWN",
                                              "spec.containers[0].securityContext.capabilities.drop: add ALL",
                                              HasSubstr("spec.securityContext.runAsNonRoot: set to true"),
                                              "spec.securityContext.seccompProfile: set to {type: RuntimeDefault}"));
  EXPECT_THAT(way.level_command, HasSubstr("enforce=baseline"));
}

TEST(PutBehind, ChangesNothingWhereItCannot) {
  const scc::Constraint last = {.name = "zz", .privileged = true, .volumes = {"projected"}};
  scc::Constraint made = {.name = "aa", .volumes = {"projected"}};
  EXPECT_FALSE(put_behind(made, last));
  EXPECT_EQ(made.name, "aa");
  EXPECT_TRUE(scc::before(made, last));
}

}  // namespace
}  // namespace railhead::manifest::admission
