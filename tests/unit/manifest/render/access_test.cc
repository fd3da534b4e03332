// Namespace, service account, SCC and grant: what lets the pods of a job in, and nothing beyond.
#include <gmock/gmock.h>

#include "manifest/admission/judge.h"
#include "manifest/admission/way_out/smallest.h"
#include "manifest/scc/ranges.h"
#include "manifest/scc/read.h"
#include "manifest/scc/stock.h"
#include "tests/unit/manifest/render/made.h"

namespace railhead::manifest::render {
namespace {

using made_by_hand::Again;
using made_by_hand::kLocks;
using made_by_hand::kPlain;
using made_by_hand::lab;
using made_by_hand::names;
using made_by_hand::ring;
using made_by_hand::said;
using made_by_hand::stateful_set;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A job with its profile, which a Plan points to.
struct Case {
  job::TrainingJob job = ring();
  job::ClusterProfile cluster = lab();

  Plan plan() const { return {job, cluster}; }
  std::vector<Object> work(const std::string& security, const std::string& more = "") const {
    return stateful_set(plan(), security, more);
  }
  Granted grant(const std::vector<Object>& work) const {
    auto found = constraint(plan(), work);
    EXPECT_TRUE(found) << said(found) << found.error().cause;
    return found ? *std::move(found) : Granted();
  }
  /// The Namespace for these pods; an empty object where there is none.
  Object space(const std::vector<Object>& work) const {
    auto found = name_space(plan(), grant(work).pods);
    EXPECT_TRUE(found) << said(found);
    return found && !found->empty() ? found->at(0) : Object();
  }
};

Case kubernetes() {
  Case one;
  one.cluster.platform = job::Platform::kubernetes;
  one.cluster.version = "1.32";
  return one;
}

std::string label(const Object& object, const std::string& name) {
  return Again(object).root()["metadata"]["labels"][name].text().value_or("");
}

std::string level(const Object& space) { return label(space, "pod-security.kubernetes.io/enforce"); }

/// What the API server says once everything is applied, asked here and not by render.
std::vector<admission::Verdict> verdicts(const Case& one, const std::vector<Object>& work, scc::World& world) {
  std::vector<Object> all = {one.space(work)};
  for (const Object& object : one.grant(work).objects) all.push_back(object);
  const auto accounts = service_account(one.plan());
  if (accounts) all.insert(all.end(), accounts->begin(), accounts->end());
  for (const Object& object : all) {
    const Parsed parsed = parse_yaml(object.text);
    EXPECT_TRUE(scc::add_objects(world, parsed.documents.at(0), {.file = object.kind}));
  }
  const bool openshift = one.cluster.platform == job::Platform::openshift;
  EXPECT_TRUE(!openshift || scc::add_stock(world, one.cluster.version));
  EXPECT_THAT(world.unknown_fields, IsEmpty());
  world.namespaces.at(0).to_come = true;
  std::vector<admission::Verdict> all_verdicts;
  for (const Object& object : work) {
    const Parsed parsed = parse_yaml(object.text);
    const auto subjects = admission::subjects_of(parsed.documents.at(0), {.file = "work.yaml"});
    for (const admission::Subject& subject : *subjects)
      all_verdicts.push_back(*admission::judge(subject, world, {.scc = openshift, .space = one.plan().space()}));
  }
  return all_verdicts;
}

void expect_admitted(const Case& one, const std::vector<Object>& work, const std::string& by) {
  scc::World world;
  for (const admission::Verdict& verdict : verdicts(one, work, world)) {
    EXPECT_EQ(verdict.outcome, scc::Outcome::admitted) << verdict.message << verdict.scc.why;
    EXPECT_EQ(verdict.scc.constraint == nullptr ? "" : verdict.scc.constraint->name, by);
  }
}

scc::Constraint read_constraint(const Object& object) {
  const Again again(object);
  const auto read = scc::constraint_of(again.root(), {.file = "scc.yaml"});
  EXPECT_TRUE(read) << said(read);
  return read ? *read : scc::Constraint();
}

TEST(RenderedConstraint, IsTheSmallestThatAdmitsThePods) {
  const Case one;
  const Granted granted = one.grant(one.work(kLocks));
  EXPECT_THAT(names(granted.objects),
              ElementsAre("SecurityContextConstraints/railhead-wind-tunnel-ring", "Role/ring-scc", "RoleBinding/ring-scc"));
  const scc::Constraint made = read_constraint(granted.objects.at(0));
  EXPECT_THAT(made.allowed_capabilities, ElementsAre("IPC_LOCK"));
  EXPECT_THAT(made.required_drops, ElementsAre("ALL"));
  EXPECT_THAT(made.volumes, ElementsAre("emptyDir", "projected"));
  EXPECT_FALSE(made.privileged || made.host_network || made.host_ports || made.host_pid || made.host_ipc || made.host_dir);
  EXPECT_EQ(made.privilege_escalation, false);
  EXPECT_THAT(made.default_capabilities, IsEmpty());
  EXPECT_THAT(made.users, IsEmpty());
  EXPECT_THAT(made.groups, IsEmpty());
  EXPECT_EQ(made.priority, 0);
  for (const Object& object : granted.objects) EXPECT_EQ(object.needed_by, NeededBy::admin);
  expect_admitted(one, one.work(kLocks), "railhead-wind-tunnel-ring");
}

TEST(RenderedConstraint, AllowsOneRootWhereThePodIsRoot) {
  const Case one;
  const std::vector<Object> work = one.work("runAsUser: 0, capabilities: {add: [IPC_LOCK, SYS_RESOURCE]}");
  const scc::Constraint made = read_constraint(one.grant(work).objects.at(0));
  EXPECT_THAT(made.allowed_capabilities, ElementsAre("IPC_LOCK", "SYS_RESOURCE"));
  EXPECT_EQ(made.run_as_user.type, scc::UserStrategy::must_run_as_range);
  EXPECT_EQ(made.run_as_user.min, 0);
  EXPECT_EQ(made.run_as_user.max, 0);
  expect_admitted(one, work, "railhead-wind-tunnel-ring");
}

TEST(RenderedConstraint, IsGrantedToOneServiceAccountByNameAlone) {
  Case one;
  one.cluster.service_account = "runner";
  const Granted granted = one.grant(one.work(kLocks));
  const Again role(granted.objects.at(1));
  ASSERT_EQ(role.root()["rules"].items().size(), 1U);
  const Value rule = role.root()["rules"].items()[0];
  EXPECT_EQ(rule["verbs"].items().at(0).text(), "use");
  EXPECT_EQ(rule["verbs"].items().size(), 1U);
  EXPECT_EQ(rule["resourceNames"].items().at(0).text(), "railhead-wind-tunnel-ring");
  const Again binding(granted.objects.at(2));
  ASSERT_EQ(binding.root()["subjects"].items().size(), 1U);
  EXPECT_EQ(binding.root()["subjects"].items()[0]["kind"].text(), "ServiceAccount");
  EXPECT_EQ(binding.root()["subjects"].items()[0]["name"].text(), "runner");
  EXPECT_EQ(binding.root()["roleRef"]["name"].text(), "ring-scc");
  expect_admitted(one, one.work(kLocks), "railhead-wind-tunnel-ring");
}

TEST(RenderedConstraint, IsNotMadeWhereEverybodysTakesThePods) {
  Case one;
  one.job.mode = job::Mode::tcp;
  EXPECT_THAT(one.grant(one.work(kPlain)).objects, IsEmpty());
  expect_admitted(one, one.work(kPlain), "restricted-v2");
  one.cluster.memlock = MemlockWay::nri;
  one.job.mode = job::Mode::rdma;
  EXPECT_THAT(one.grant(one.work(kPlain)).objects, IsEmpty());
  EXPECT_THAT(kubernetes().grant(kubernetes().work(kLocks)).objects, IsEmpty());
}

TEST(RenderedConstraint, IsOneForAllPodsOfTheJob) {
  const Case one;
  std::vector<Object> work = one.work(kLocks);
  const std::string launcher = base::format(
      "apiVersion: kubeflow.org/v2beta1\nkind: MPIJob\nmetadata: {{name: ring, namespace: wind-tunnel}}\nspec: "
      "{{mpiReplicaSpecs: {{Launcher: {{template: {{spec: {{serviceAccountName: ring, automountServiceAccountToken: false, "
      "volumes: [{{name: script, configMap: {{name: s}}}}, {{name: shm, emptyDir: {{}}}}], containers: [{{name: solver, image: "
      "i, "
      "securityContext: {{capabilities: {{add: [SYS_PTRACE]}}}}}}]}}}}}}}}}}\n");
  work.push_back({.kind = "MPIJob", .name = "ring", .space = "wind-tunnel", .text = launcher});
  const scc::Constraint made = read_constraint(one.grant(work).objects.at(0));
  EXPECT_THAT(made.allowed_capabilities, ElementsAre("IPC_LOCK", "SYS_PTRACE"));
  EXPECT_THAT(made.volumes, ElementsAre("configMap", "emptyDir", "projected"));
  expect_admitted(one, work, "railhead-wind-tunnel-ring");
}

TEST(RenderedConstraint, IsOneForPodsThatDifferAsAWhole) {
  const Pod one{.name = "a", .security = PodSecurity{.run_as_user = 0}, .containers = {{.name = "c"}}};
  const Pod other{.name = "b", .host_ipc = true, .security = PodSecurity{.run_as_user = 700}, .containers = {{.name = "c"}}};
  const auto made = admission::smallest_common({one, other}, scc::assumed_ranges(), "x");
  ASSERT_TRUE(made) << made.error().why;
  EXPECT_TRUE(made->host_ipc);
  EXPECT_EQ(made->run_as_user.min, 0);
  EXPECT_EQ(made->run_as_user.max, 700);
  for (Pod pod : {one, other}) EXPECT_THAT(scc::try_constraint(*made, pod, scc::assumed_ranges()), IsEmpty());
}

TEST(RenderedConstraint, OfTheClusterIsOnlyGranted) {
  Case one;
  one.cluster.scc = "site-fabric";
  const Granted granted = one.grant(one.work(kLocks));
  EXPECT_THAT(names(granted.objects), ElementsAre("Role/ring-scc", "RoleBinding/ring-scc"));
  EXPECT_EQ(Again(granted.objects[0]).root()["rules"].items()[0]["resourceNames"].items().at(0).text(), "site-fabric");
  EXPECT_EQ(granted.pods.size(), 1U);
  one.cluster.scc = "nonroot-v2";
  EXPECT_EQ(one.grant(one.work("runAsUser: 4000")).objects.size(), 2U);
  expect_admitted(one, one.work("runAsUser: 4000"), "nonroot-v2");
}

struct Refusal {
  Case one;
  std::string security;
  std::string says;
};

TEST(RenderedConstraint, SaysWhatIsWrong) {
  Case stock;
  stock.cluster.scc = "nonroot-v2";
  Case privileged;
  privileged.cluster.scc = "privileged";
  Case elsewhere = kubernetes();
  elsewhere.cluster.scc = "site-fabric";
  Case unknown;
  unknown.cluster.version = "4.7";
  const std::vector<Refusal> table = {
      {stock, kLocks, "scc: nonroot-v2 does not admit the job's pods: "},
      {stock, kLocks, "capability may not be added | Leave scc out"},
      {privileged, kLocks, "scc: privileged gives a pod its whole node"},
      {elsewhere, kLocks, "scc: security context constraints are OpenShift's, and the platform is kubernetes | Leave scc out"},
      {unknown, kLocks, "OpenShift \"4.7\" are not known"}};
  for (const Refusal& row : table) {
    const auto found = constraint(row.one.plan(), row.one.work(row.security));
    EXPECT_THAT(said(found), HasSubstr(row.says));
    EXPECT_TRUE(found || found.error().code != base::Code::internal);
  }
}

TEST(RenderedConstraint, IsNeverPrivileged) {
  const Case one;
  const auto found = constraint(one.plan(), one.work("privileged: true"));
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, base::Code::internal);
  EXPECT_THAT(found.error().cause, HasSubstr("privileged"));
  const auto broken = constraint(kubernetes().plan(), one.work("privileged: true, allowPrivilegeEscalation: false"));
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, base::Code::internal);
}

TEST(RenderedNamespace, EnforcesTheLowestLevelThatLetsThePodsThrough) {
  const Case openshift;
  EXPECT_EQ(level(openshift.space(openshift.work(kLocks))), "privileged");
  EXPECT_EQ(level(openshift.space(openshift.work(kPlain))), "restricted");  // as restricted-v2 fills it in
  const Case plain = kubernetes();
  EXPECT_EQ(level(plain.space(plain.work(kLocks))), "privileged");
  EXPECT_EQ(level(plain.space(plain.work(kPlain))), "baseline");
  const char* strict =
      "allowPrivilegeEscalation: false, runAsNonRoot: true, seccompProfile: {type: RuntimeDefault}, capabilities: {drop: "
      "[ALL]}";
  EXPECT_EQ(level(plain.space(plain.work(strict))), "restricted");
  expect_admitted(plain, plain.work(strict), "");
  expect_admitted(openshift, openshift.work(kPlain), "restricted-v2");
}

TEST(RenderedNamespace, HasOneLevelForAllThreeModesAndAVersionThatIsKnown) {
  Case one;
  const Object space = one.space(one.work(kPlain));
  for (const char* mode : {"enforce", "warn", "audit"}) {
    EXPECT_EQ(label(space, base::format("pod-security.kubernetes.io/{}", mode)), "restricted");
    EXPECT_EQ(label(space, base::format("pod-security.kubernetes.io/{}-version", mode)), "v1.30");
  }
  EXPECT_EQ(label(space, "security.openshift.io/scc.podSecurityLabelSync"), "false");
  const Object other = kubernetes().space(kubernetes().work(kPlain));
  EXPECT_EQ(label(other, "pod-security.kubernetes.io/enforce-version"), "v1.32");
  EXPECT_EQ(label(other, "security.openshift.io/scc.podSecurityLabelSync"), "");
  for (const char* version : {"", "1.99", "one", "2.1", "1"}) {
    Case unknown = kubernetes();
    unknown.cluster.version = version;
    EXPECT_EQ(label(unknown.space(unknown.work(kPlain)), "pod-security.kubernetes.io/enforce-version"), "") << version;
  }
  one.cluster.version = "5.0";
  EXPECT_EQ(label(one.space(one.work(kPlain)), "pod-security.kubernetes.io/enforce-version"), "v1.36");
}

TEST(RenderedNamespace, TakesTheProfilesLevelWhereItLetsThePodsThrough) {
  Case one = kubernetes();
  one.cluster.pod_security = "privileged";
  EXPECT_EQ(level(one.space(one.work(kPlain))), "privileged");
  one.cluster.pod_security = "restricted";
  const auto refused = name_space(one.plan(), one.grant(one.work(kLocks)).pods);
  EXPECT_THAT(said(refused), HasSubstr("podSecurity: restricted refuses the job's pods: "));
  EXPECT_THAT(said(refused), HasSubstr("IPC_LOCK"));
  EXPECT_THAT(said(refused), HasSubstr("| Write podSecurity: privileged, or leave it out."));
  one.cluster.pod_security = "strict";
  EXPECT_THAT(said(name_space(one.plan(), {})), HasSubstr("podSecurity: 'strict' is no level"));
}

TEST(RenderedNamespace, IsNotMadeWhereItIsNobodysToMake) {
  Case one;
  one.cluster.create_space = false;
  EXPECT_EQ(one.space(one.work(kPlain)).kind, "");
  one.cluster.create_space = true;
  for (const char* name : {"default", "kube-public", "openshift-monitoring"}) {
    one.job.space = name;
    const auto found = name_space(one.plan(), {});
    ASSERT_TRUE(found);
    EXPECT_THAT(*found, IsEmpty()) << name;
  }
}

TEST(RenderedServiceAccount, HasNoTokenAndNamesThePullSecrets) {
  Case one;
  one.cluster.pull_secrets = {"registry-a", "registry-b"};
  const auto objects = service_account(one.plan());
  ASSERT_TRUE(objects);
  ASSERT_EQ(names(*objects), std::vector<std::string>{"ServiceAccount/ring"});
  const Again account(objects->at(0));
  EXPECT_EQ(account.root()["automountServiceAccountToken"].boolean(), false);
  ASSERT_EQ(account.root()["imagePullSecrets"].items().size(), 2U);
  EXPECT_EQ(account.root()["imagePullSecrets"].items()[1]["name"].text(), "registry-b");
  one.cluster.pull_secrets.clear();
  EXPECT_FALSE(Again(service_account(one.plan())->at(0)).root()["imagePullSecrets"]);
}

TEST(RenderedServiceAccount, IsNotMadeWhereItIsThere) {
  Case one;
  one.cluster.service_account = "default";
  EXPECT_THAT(*service_account(one.plan()), IsEmpty());
  one.cluster.service_account = "runner";
  one.cluster.create_service_account = false;
  EXPECT_THAT(*service_account(one.plan()), IsEmpty());
}

}  // namespace
}  // namespace railhead::manifest::render
