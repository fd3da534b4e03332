// What a cluster is asked about the pods of ways, and what would let them through.
#include "cli/memlock/pod_judge.h"

#include <gtest/gtest.h>

#include "manifest/scc/read.h"
#include "manifest/scc/stock.h"
#include "manifest/yaml/yaml.h"

namespace railhead::cli {
namespace {

using manifest::admission::Question;
using manifest::scc::Constraint;
using manifest::scc::World;
using memlock::Actor;
using memlock::Verdict;

const memlock::PodNeeds kLock{.capabilities = {"IPC_LOCK"}, .user = 0};
const memlock::PodNeeds kLauncher{.capabilities = {"IPC_LOCK"}, .user = 1500, .escalation = true};

Constraint fabric() {
  Constraint made{.name = "fabric", .allowed_capabilities = {"IPC_LOCK"}, .volumes = {"emptyDir", "projected"}};
  made.se_linux.type = manifest::scc::Strategy::must_run_as;
  return made;
}

manifest::scc::Namespace lab(const std::string& level = "") {
  manifest::scc::Namespace space{
      .name = "lab", .annotations = {{"openshift.io/sa.scc.uid-range", "5000/100"}, {"openshift.io/sa.scc.mcs", "s0:c9,c4"}}};
  if (!level.empty()) space.labels["pod-security.kubernetes.io/enforce"] = level;
  return space;
}

World world(std::vector<Constraint> constraints) {
  World made;
  EXPECT_TRUE(manifest::scc::add_stock(made, ""));
  for (Constraint& one : constraints) made.constraints.push_back(std::move(one));
  return made;
}

memlock::Admission ask(const World& world, const memlock::PodNeeds& needs, const Question& question = {},
                       const std::string& space = "", const std::string& account = "") {
  return PodJudge(world, question, space, account).ask(needs);
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(PodJudge, LevelsOfPodSecurity) {
  using manifest::psa::Level;
  const World nothing;
  memlock::Admission said = ask(nothing, kLock, {.scc = false, .level = Level::baseline});
  EXPECT_EQ(said.verdict, Verdict::refused);
  EXPECT_EQ(said.why, "Pod Security level baseline refuses capability IPC_LOCK");
  EXPECT_EQ(said.field, "spec.containers[0].securityContext.capabilities.add");
  EXPECT_EQ(said.actor, Actor::namespace_admin);
  EXPECT_TRUE(holds(said.apply, "kubectl label namespace NAMESPACE pod-security.kubernetes.io/enforce=privileged"))
      << said.apply;
  EXPECT_TRUE(holds(said.message, "violates PodSecurity \"baseline:latest\"")) << said.message;
  said = ask(nothing, kLock, {.scc = false, .level = Level::restricted});
  EXPECT_EQ(said.why, "Pod Security level restricted refuses capability IPC_LOCK and running as root");
  said = ask(nothing, kLauncher, {.scc = false, .level = Level::restricted});
  EXPECT_EQ(said.why, "Pod Security level restricted refuses capability IPC_LOCK and allowPrivilegeEscalation: true");
  said =
      ask(nothing, {.capabilities = {"SYS_RESOURCE", "SETUID", "SETGID"}, .user = 0}, {.scc = false, .level = Level::baseline});
  EXPECT_EQ(said.why, "Pod Security level baseline refuses capability SYS_RESOURCE") << "SETUID is no matter to baseline";
  said = ask(nothing, kLock, {.scc = false, .level = Level::privileged});
  EXPECT_EQ(said.verdict, Verdict::admitted);
  EXPECT_EQ(said.by, "Pod Security level privileged");
}

TEST(PodJudge, StockAloneNeedsANewScc) {
  const memlock::Admission said = ask(world({}), kLock);
  EXPECT_EQ(said.verdict, Verdict::refused);
  EXPECT_EQ(said.actor, Actor::cluster_admin);
  EXPECT_TRUE(holds(said.why, "refuses capability IPC_LOCK and runAsUser 0")) << said.why;
  EXPECT_EQ(said.field, ".containers[0].capabilities.add");
  EXPECT_TRUE(holds(said.apply, "kind: SecurityContextConstraints")) << said.apply;
  EXPECT_TRUE(holds(said.apply, "oc adm policy add-scc-to-user rdma -z SERVICEACCOUNT -n NAMESPACE")) << said.apply;
  EXPECT_FALSE(holds(said.apply, "label")) << said.apply;
}

TEST(PodJudge, AnotherSccOfTheNameStays) {
  Constraint taken{.name = "rdma", .volumes = {"emptyDir", "projected"}};
  EXPECT_TRUE(holds(ask(world({taken}), kLock).apply, "metadata: {name: rdma-2}"));
}

TEST(PodJudge, AnSccThatIsThereHasOnlyToBeGranted) {
  const memlock::Admission said = ask(world({fabric()}), kLock, {}, "lab", "runner");
  EXPECT_EQ(said.verdict, Verdict::grantable);
  EXPECT_EQ(said.by, "SCC fabric");
  EXPECT_EQ(said.actor, Actor::cluster_admin);
  EXPECT_EQ(said.apply, "oc adm policy add-scc-to-user fabric -z runner -n lab");
}

TEST(PodJudge, AGrantIsFound) {
  Constraint made = fabric();
  made.users = {"system:serviceaccount:openshift-infra:keeper", "system:serviceaccount:lab:runner"};
  memlock::Admission said = ask(world({made}), kLock);
  EXPECT_EQ(said.verdict, Verdict::admitted);
  EXPECT_EQ(said.by, "SCC fabric");
  EXPECT_EQ(said.account, "lab/runner") << "accounts of the cluster itself run no jobs";
  EXPECT_EQ(said.actor, Actor::you);
  EXPECT_EQ(ask(world({made}), kLock, {}, "elsewhere").verdict, Verdict::grantable);
  EXPECT_EQ(ask(world({made}), kLock, {}, "lab", "other").verdict, Verdict::grantable);
  made.users = {};
  made.groups = {"system:serviceaccounts:lab"};
  EXPECT_EQ(ask(world({made}), kLock).verdict, Verdict::admitted);
  made.groups = {"system:authenticated"};
  said = ask(world({made}), kLock);
  EXPECT_EQ(said.verdict, Verdict::admitted);
  EXPECT_EQ(said.account, "") << "any will do";
}

TEST(PodJudge, AGrantByRoleIsFound) {
  World made = world({fabric()});
  made.roles.push_back({.cluster = true,
                        .name = "fabric-users",
                        .rules = {{.api_groups = {"security.openshift.io"},
                                   .resources = {"securitycontextconstraints"},
                                   .resource_names = {"fabric"},
                                   .verbs = {"use"}}}});
  made.bindings.push_back({.space = "lab",
                           .name = "runners",
                           .cluster_role = true,
                           .role = "fabric-users",
                           .subjects = {{.kind = "ServiceAccount", .name = "runner", .space = "lab"}}});
  EXPECT_EQ(ask(made, kLock).account, "lab/runner");
  made.bindings.back().subjects = {{.kind = "User", .name = "mila"}};
  const memlock::Admission said = ask(made, kLock, {}, "lab");
  EXPECT_EQ(said.verdict, Verdict::grantable) << "a Job's pods are not hers";
  EXPECT_TRUE(holds(said.why, "user mila may")) << said.why;
}

TEST(PodJudge, TheLevelCountsBesideTheScc) {
  Constraint made = fabric();
  made.users = {"system:serviceaccount:lab:runner"};
  World both = world({made});
  both.namespaces = {lab("baseline")};
  memlock::Admission said = ask(both, kLock);
  EXPECT_EQ(said.verdict, Verdict::refused);
  EXPECT_EQ(said.actor, Actor::namespace_admin) << "the SCC is granted already";
  EXPECT_EQ(said.account, "lab/runner");
  EXPECT_TRUE(holds(said.apply, "oc label namespace lab")) << said.apply;
  EXPECT_FALSE(holds(said.apply, "add-scc-to-user")) << said.apply;
  both.constraints.back().users.clear();
  said = ask(both, kLock);
  EXPECT_EQ(said.actor, Actor::cluster_admin);
  EXPECT_TRUE(holds(said.apply, "add-scc-to-user fabric") && holds(said.apply, "oc label namespace lab")) << said.apply;
}

TEST(PodJudge, AFixedUserThatIsOutOfTheRangeIsLeftOut) {
  Constraint made = fabric();
  made.run_as_user.type = manifest::scc::UserStrategy::must_run_as_range;
  made.users = {"system:serviceaccount:lab:runner"};
  World ranged = world({made});
  ranged.namespaces = {lab()};
  memlock::Admission said = ask(ranged, kLauncher);
  EXPECT_EQ(said.verdict, Verdict::admitted);
  EXPECT_TRUE(said.any_user);
  said = ask(ranged, {.capabilities = {"IPC_LOCK"}, .user = 5001, .escalation = true});
  EXPECT_FALSE(said.any_user);
  said = ask(ranged, kLock);
  EXPECT_EQ(said.verdict, Verdict::refused) << "root is what that way is about";
  EXPECT_EQ(said.why,
            "SCC fabric refuses runAsUser 0 (must be in the ranges: [5000, 5099]), and no SCC short of privileged takes it");
  EXPECT_TRUE(holds(said.apply, "-z runner -n lab")) << said.apply;
}

TEST(PodJudge, RangesThatAreNotKnownAreNotShown) {
  const memlock::Admission said = ask(world({}), kLock);
  EXPECT_FALSE(holds(said.why, "must be in the ranges")) << said.why;
  EXPECT_TRUE(holds(said.why, "runAsUser 0 (outside of the namespace's range)")) << said.why;
}

TEST(PodJudge, ARoleThatIsNotThereIsNotNo) {
  World made = world({fabric()});
  made.bindings.push_back({.space = "lab",
                           .name = "runners",
                           .cluster_role = true,
                           .role = "somewhere-else",
                           .subjects = {{.kind = "ServiceAccount", .name = "runner", .space = "lab"}}});
  memlock::Admission said = ask(made, kLock, {}, "lab", "runner");
  EXPECT_EQ(said.verdict, Verdict::unknown);
  EXPECT_TRUE(holds(said.why, "somewhere-else")) << said.why;
  said = ask(made, kLock);
  EXPECT_EQ(said.verdict, Verdict::grantable) << "any other account has only to be granted it";
  EXPECT_TRUE(holds(said.why, "not known of service account lab/runner: ")) << said.why;
}

TEST(PodJudge, RolesThatSayNothingOfSccsAreNoGrants) {
  World made = world({fabric()});
  made.roles.push_back(
      {.cluster = true, .name = "look", .rules = {{.api_groups = {""}, .resources = {"pods"}, .verbs = {"get"}}}});
  for (std::size_t number = 0; number <= kMostAccounts; ++number)
    made.bindings.push_back(
        {.space = "lab",
         .name = "looks",
         .cluster_role = true,
         .role = "look",
         .subjects = {{.kind = "ServiceAccount", .name = "looker-" + std::to_string(number), .space = "lab"}}});
  EXPECT_EQ(accounts(made, "lab", "").size(), 1U);
  EXPECT_EQ(ask(made, kLock).verdict, Verdict::grantable);
  made.roles.back().rules.push_back(
      {.api_groups = {"security.openshift.io"}, .resources = {"securitycontextconstraints"}, .verbs = {"use"}});
  made.bindings.back().subjects[0].space.clear();
  EXPECT_EQ(ask(made, kLock).verdict, Verdict::admitted);
}

TEST(PodJudge, AClusterThatRefusesEveryPodGetsNoScc) {
  World broken = world({fabric()});
  std::erase_if(broken.constraints, [](const Constraint& one) { return one.name == "nonroot"; });
  memlock::Admission said = ask(broken, kLock);
  EXPECT_EQ(said.verdict, Verdict::refused);
  EXPECT_EQ(said.actor, Actor::nobody);
  EXPECT_EQ(said.apply, "");
  World bare = world({fabric()});
  bare.namespaces = {{.name = "lab"}};
  said = ask(bare, kLock);
  EXPECT_EQ(said.apply, "") << "no SCC mends missing annotations";
  EXPECT_TRUE(holds(said.message, "unable to find annotation")) << said.message;
}

TEST(PodJudge, PrivilegedIsNoAnswer) {
  Constraint all = fabric();
  all.name = "anything";
  all.privileged = true;
  all.allowed_capabilities = {"*"};
  EXPECT_TRUE(holds(ask(world({all}), kLock).apply, "kind: SecurityContextConstraints")) << "not a grant of anything";
}

TEST(PodJudge, NamesOfFilesStayInTheirPlace) {
  Constraint made = fabric();
  made.name = "x; reboot\nrm -r a";
  memlock::Admission said = ask(world({made}), kLock);
  EXPECT_EQ(said.verdict, Verdict::grantable);
  EXPECT_EQ(said.apply.find('\n'), std::string::npos) << said.apply;
  EXPECT_TRUE(holds(said.apply, "'x; reboot")) << said.apply;
  made.users = {"system:serviceaccount:lab:a\nb"};
  said = ask(world({made}), kLock);
  EXPECT_EQ(said.account.find('\n'), std::string::npos) << said.account;
}

TEST(PodJudge, TooManyAccountsAreNotKnown) {
  Constraint made = fabric();
  made.allowed_capabilities = {"NET_RAW"};
  for (std::size_t number = 0; number <= kMostAccounts; ++number)
    made.users.push_back("system:serviceaccount:lab:runner-" + std::to_string(number));
  EXPECT_EQ(ask(world({made}), kLock).verdict, Verdict::unknown);
  EXPECT_EQ(ask(world({made}), kLock, {}, "lab", "runner-7").verdict, Verdict::refused);
}

}  // namespace
}  // namespace railhead::cli
