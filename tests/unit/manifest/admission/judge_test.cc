#include "manifest/admission/judge.h"

#include <gtest/gtest.h>

#include "manifest/scc/read.h"
#include "manifest/scc/stock.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest::admission {
namespace {

constexpr const char* kSpace =
    "kind: Namespace\napiVersion: v1\nmetadata: {name: ml, labels: {LABELS}, annotations: {openshift.io/sa.scc.uid-range: "
    "1000740000/10000, openshift.io/sa.scc.mcs: \"s0:c27,c19\"}}\n";

std::string space(const std::string& labels) {
  std::string text = kSpace;
  return text.replace(text.find("LABELS"), 6, labels);
}

/// Objects of a cluster behind OpenShift's own.
scc::World world_of(const std::string& objects) {
  scc::World world;
  EXPECT_TRUE(scc::add_stock(world, ""));
  for (const Document& document : parse_yaml(objects).documents) {
    const auto added = scc::add_objects(world, document, {.file = "cluster.yaml"});
    EXPECT_TRUE(added) << added.error().message;
  }
  return world;
}

std::vector<Subject> subjects_in(const std::string& text) {
  std::vector<Subject> all;
  for (const Document& document : parse_yaml(text).documents) {
    auto found = subjects_of(document, {.file = "m.yaml"});
    EXPECT_TRUE(found) << found.error().message;
    if (found) std::ranges::move(*found, std::back_inserter(all));
  }
  return all;
}

Verdict ask(const std::string& manifest, const std::string& objects, const Question& question = {}) {
  // What a verdict points to outlives it here.
  static std::vector<std::unique_ptr<scc::World>> worlds;
  worlds.push_back(std::make_unique<scc::World>(world_of(objects)));
  const std::vector<Subject> subjects = subjects_in(manifest);
  EXPECT_EQ(subjects.size(), 1U);
  const auto verdict = judge(subjects.at(0), *worlds.back(), question);
  EXPECT_TRUE(verdict) << verdict.error().message;
  return *verdict;
}

std::string pod(const std::string& security, const std::string& space_line = "namespace: ml") {
  return "kind: Pod\nmetadata: {name: fit, " + space_line +
         "}\nspec: {serviceAccountName: worker, containers: [{name: c, securityContext: {" + security + "}}]}\n";
}

TEST(AdmissionJudge, PodSecuritySeesWhatTheConstraintFilledIn) {
  const std::string restricted = space("pod-security.kubernetes.io/enforce: restricted");
  EXPECT_EQ(ask(pod(""), restricted).outcome, scc::Outcome::admitted);
  const Verdict kubernetes = ask(pod(""), restricted, {.scc = false});
  EXPECT_EQ(kubernetes.outcome, scc::Outcome::refused);
  EXPECT_EQ(kubernetes.denied_by, Plugin::pod_security);
}

TEST(AdmissionJudge, ConstraintsAreAskedBeforeTheApisOwnValidation) {
  const std::string both = pod("privileged: true, allowPrivilegeEscalation: false");
  EXPECT_EQ(ask(both, space("")).denied_by, Plugin::scc);
  const Verdict kubernetes = ask(both, space(""), {.scc = false, .level = psa::Level::baseline});
  EXPECT_EQ(kubernetes.denied_by, Plugin::validation);
  EXPECT_NE(kubernetes.message.find("is invalid"), std::string::npos) << kubernetes.message;
}

TEST(AdmissionJudge, VersionOfThePolicyIsNamedAndTheOlderRulesCount) {
  // kernel.shm_rmid_forced has always been safe; net.ipv4.ip_local_reserved_ports is since 1.27.
  const std::string text =
      "kind: Pod\nmetadata: {name: fit, namespace: ml}\nspec: {securityContext: {sysctls: [{name: "
      "net.ipv4.ip_local_reserved_ports, "
      "value: \"9\"}]}, containers: [{name: c}]}\n";
  const std::string old =
      space("pod-security.kubernetes.io/enforce: baseline, pod-security.kubernetes.io/enforce-version: v1.26");
  const Verdict verdict = ask(text, old, {.scc = false});
  EXPECT_NE(verdict.message.find("\"baseline:v1.26\""), std::string::npos) << verdict.message;
  EXPECT_EQ(ask(text, space("pod-security.kubernetes.io/enforce: baseline"), {.scc = false}).outcome, scc::Outcome::admitted);
  const Verdict server = ask(text, space(""), {.scc = false, .level = psa::Level::baseline, .kube = psa::Version{26}});
  EXPECT_NE(server.message.find("\"baseline:latest\""), std::string::npos) << server.message;
}

TEST(AdmissionJudge, NamespaceIsThatOfThePodThenTheCommandLineThenTheOnlyOne) {
  EXPECT_EQ(ask(pod(""), space("")).space, "ml");
  EXPECT_EQ(ask(pod("", ""), space("")).space, "ml");
  EXPECT_EQ(ask(pod("", ""), space(""), {.space = "other"}).space, "other");
  EXPECT_EQ(ask(pod("", ""), "").space, "default");
  const scc::World world = world_of("");
  const auto differs = judge(subjects_in(pod("")).at(0), world, {.space = "other"});
  ASSERT_FALSE(differs);
  EXPECT_EQ(differs.error().code, base::Code::usage);
}

TEST(AdmissionJudge, TokenOfAnAccountThatMountsNoneNeedsNoVolume) {
  const std::string account =
      "---\nkind: ServiceAccount\napiVersion: v1\nmetadata: {name: worker, namespace: ml}\n"
      "automountServiceAccountToken: false\n";
  EXPECT_EQ(ask(pod(""), space("")).pod.volumes.size(), 1U);
  EXPECT_TRUE(ask(pod(""), space("") + account).pod.volumes.empty());
}

TEST(AdmissionSubjects, ControllersCreateThePodsOfWorkloads) {
  const std::string spec = "spec: {template: {metadata: {name: ignored}, spec: {containers: [{name: c}]}}}\n";
  const auto creator = [&](const std::string& kind) {
    return ask("kind: " + kind + "\nmetadata: {name: fit, namespace: ml}\n" + spec, space(""), {.creator = {.user = "ann"}})
        .creator.user;
  };
  EXPECT_EQ(creator("Deployment"), "system:serviceaccount:kube-system:replicaset-controller");
  EXPECT_EQ(creator("StatefulSet"), "system:serviceaccount:kube-system:statefulset-controller");
  EXPECT_EQ(creator("DaemonSet"), "system:serviceaccount:kube-system:daemon-set-controller");
  EXPECT_EQ(creator("Job"), "system:serviceaccount:kube-system:job-controller");
  // Nobody knows an operator's account: the pod's own stands in, and adds nothing.
  EXPECT_EQ(creator("SomebodysJob"), "system:serviceaccount:ml:default");
  EXPECT_EQ(ask(pod(""), space(""), {.creator = {.user = "ann"}}).creator.user, "ann");
}

TEST(AdmissionSubjects, NamesOfPodsBeginWithThatOfTheObject) {
  const std::string text =
      "kind: List\nitems:\n"
      "- {kind: StatefulSet, metadata: {name: a}, spec: {template: {spec: {containers: [{name: c}]}}}}\n"
      "- {kind: Job, metadata: {name: b, namespace: x}, spec: {template: {metadata: {namespace: other}, spec: {containers: "
      "[{name: "
      "c}]}}}}\n"
      "- {kind: MPIJob, metadata: {name: m}, spec: {mpiReplicaSpecs: {Launcher: {template: {spec: {containers: [{name: c}]}}}, "
      "Worker: {template: {spec: {containers: [{name: c}]}}}}}}\n"
      "- {kind: ConfigMap, metadata: {name: z}}\n";
  const std::vector<Subject> subjects = subjects_in(text);
  ASSERT_EQ(subjects.size(), 4U);
  EXPECT_EQ(subjects[0].pod.name, "a-0");
  EXPECT_EQ(subjects[1].pod.generate_name, "b-");
  EXPECT_EQ(subjects[1].pod.space, "x");
  EXPECT_EQ(subjects[2].owner, "MPIJob/m");
  EXPECT_EQ(subjects[3].part, "spec.mpiReplicaSpecs.Worker.template");
  EXPECT_EQ(subjects[3].source, "m.yaml:5");
}

}  // namespace
}  // namespace railhead::manifest::admission
