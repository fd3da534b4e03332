// What admission answers, as the ways show it; and that the SCC which they print takes every pod that it is for.
#include "memlock/admission.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cli/memlock/pod_judge.h"
#include "manifest/admission/judge.h"
#include "manifest/scc/ranges.h"
#include "manifest/scc/read.h"
#include "manifest/scc/stock.h"
#include "manifest/yaml/yaml.h"
#include "memlock/ways.h"

namespace railhead::memlock {
namespace {

using manifest::scc::Outcome;
using manifest::scc::World;

Situation described(std::uint32_t uid, Cluster cluster, bool no_new_privs = false) {
  return {.process = described_process(uid, {}, false, no_new_privs), .cluster = cluster, .described = true};
}

Way way(const Situation& situation, const std::string& id) {
  const std::vector<Way> all = ways(situation);
  const auto found = std::ranges::find(all, id, &Way::id);
  EXPECT_NE(found, all.end()) << id;
  return found == all.end() ? Way{} : *found;
}

Way answered(Situation situation, const std::string& id, Admission said) {
  situation.asked = Asked{.level = "baseline", .answers = {{id, std::move(said)}}};
  return way(situation, id);
}

TEST(MemlockAdmission, NobodyWasAsked) {
  for (const Cluster cluster : {Cluster::openshift, Cluster::kubernetes, Cluster::unknown})
    for (const Way& one : ways(described(0, cluster)))
      if (one.pod) {
        EXPECT_EQ(one.judged.verdict, Verdict::not_asked) << one.id;
        EXPECT_NE(one.because.find("not asked"), std::string::npos) << one.because;
        EXPECT_FALSE(one.admission.empty()) << one.id;
      }
}

TEST(MemlockAdmission, WhatIsDescribedIsTakenAsGiven) {
  const Situation given{
      .process = described_process(0, {.ipc_lock = true}, false, false), .cluster = Cluster::openshift, .described = true};
  const Way one = way(given, "ipc-lock-as-root");
  EXPECT_EQ(one.actor, Actor::you);
  EXPECT_NE(one.because.find("taken as given (--scc asks)"), std::string::npos) << one.because;
}

TEST(MemlockAdmission, WhatIsSetOnTheNodeNeedsNone) {
  EXPECT_EQ(way(described(0, Cluster::openshift), "crio-default-ulimits").judged.verdict, Verdict::not_needed);
  EXPECT_EQ(way(described(0, Cluster::openshift), "nri-plugin").judged.verdict, Verdict::not_needed);
  EXPECT_EQ(way(described(0, Cluster::openshift), "pod-ulimits-field").judged.verdict, Verdict::not_asked);
  EXPECT_FALSE(way(described(0, Cluster::none), "ipc-lock-as-root").pod) << "docker has no admission";
}

TEST(MemlockAdmission, ThePodIsTheOneOfTheSnippet) {
  const Way root = way(described(1500, Cluster::kubernetes, true), "ipc-lock-as-root");
  EXPECT_EQ(root.pod->user, 0U);
  EXPECT_EQ(root.pod->escalation, false);
  EXPECT_NE(root.snippet.find("allowPrivilegeEscalation: false"), std::string::npos) << root.snippet;
  const Way launcher = way(described(1500, Cluster::kubernetes), "file-capabilities");
  EXPECT_EQ(launcher.pod->user, 1500U);
  EXPECT_EQ(launcher.pod->escalation, true);
  EXPECT_NE(launcher.snippet.find("runAsUser: 1500"), std::string::npos) << launcher.snippet;
}

TEST(MemlockAdmission, AnAdmittedWayIsYours) {
  const Way one = answered(described(1500, Cluster::openshift), "file-capabilities",
                           {.verdict = Verdict::admitted, .by = "SCC fabric", .account = "lab/solver", .any_user = true});
  EXPECT_EQ(one.works, Works::yes);
  EXPECT_EQ(one.actor, Actor::you);
  EXPECT_EQ(one.admission, "");
  EXPECT_NE(one.because.find("SCC fabric admits it for service account lab/solver, without runAsUser"), std::string::npos)
      << one.because;
  EXPECT_NE(one.snippet.find("in namespace lab with serviceAccountName: solver"), std::string::npos) << one.snippet;
  EXPECT_EQ(one.snippet.find("runAsUser"), std::string::npos) << one.snippet;
}

TEST(MemlockAdmission, ARefusedWayNamesWhoChangesThat) {
  const Admission said{
      .verdict = Verdict::refused, .why = "the level refuses it", .actor = Actor::namespace_admin, .apply = "cmd"};
  Way one = answered(described(0, Cluster::kubernetes), "ipc-lock-as-root", said);
  EXPECT_EQ(one.works, Works::partly);
  EXPECT_EQ(one.actor, Actor::namespace_admin);
  EXPECT_EQ(one.admission, "cmd");
  EXPECT_EQ(one.because, "refused as things stand: the level refuses it");
  one = answered(described(0, Cluster::kubernetes), "ipc-lock-as-root", {.verdict = Verdict::refused, .why = "broken"});
  EXPECT_EQ(one.works, Works::no);
  EXPECT_EQ(one.actor, Actor::nobody);
}

TEST(MemlockAdmission, NotKnownIsNotNo) {
  const Way one =
      answered(described(0, Cluster::openshift), "ipc-lock-as-root", {.verdict = Verdict::unknown, .why = "a role"});
  EXPECT_EQ(one.works, Works::unknown);
  EXPECT_NE(one.because.find("not known: a role"), std::string::npos) << one.because;
}

TEST(MemlockAdmission, AProcessThatRunsWasLetThrough) {
  Situation found{.process = described_process(0, {.ipc_lock = true}, false, false), .cluster = Cluster::kubernetes};
  const Way one = answered(found, "ipc-lock-as-root", {.verdict = Verdict::refused, .why = "the level refuses it"});
  EXPECT_EQ(one.works, Works::yes);
  EXPECT_EQ(one.actor, Actor::you);
  EXPECT_NE(one.because.find("is not admitted: the level refuses it"), std::string::npos) << one.because;
}

TEST(MemlockAdmission, TheSentenceSaysWhatIsRefused) {
  Situation situation = described(0, Cluster::kubernetes);
  situation.asked = Asked{.level = "baseline"};
  for (const Way& one : ways(situation))
    if (one.pod)
      situation.asked->answers[one.id] = {
          .verdict = Verdict::refused, .why = "the level refuses it", .actor = Actor::namespace_admin};
  const std::string sentence = explain(situation).sentence;
  EXPECT_TRUE(sentence.starts_with("Not as things stand")) << sentence;
  EXPECT_NE(sentence.find("the namespace admin lets them through"), std::string::npos) << sentence;
}

/// OpenShift with the SCC that a way prints, granted.
World with_printed(const std::string& admission) {
  World world;
  EXPECT_TRUE(manifest::scc::add_stock(world, ""));
  world.namespaces.push_back(
      {.name = "lab", .annotations = {{"openshift.io/sa.scc.uid-range", "5000/100"}, {"openshift.io/sa.scc.mcs", "s0:c9,c4"}}});
  const manifest::Parsed parsed = manifest::parse_yaml(admission);
  EXPECT_TRUE(parsed.errors.empty()) << admission;
  auto constraint = manifest::scc::constraint_of(manifest::Value(parsed.documents.at(0)), {.file = "printed"});
  EXPECT_TRUE(constraint) << constraint.error().message;
  EXPECT_TRUE(constraint->unknown_fields.empty()) << constraint->unknown_fields[0];
  constraint->users.emplace_back("system:serviceaccount:lab:runner");
  world.constraints.push_back(*std::move(constraint));
  return world;
}

/// The pod of a way as people have it: each with one more thing that a job's pod often has.
std::vector<manifest::Pod> pods(const PodNeeds& needs) {
  const manifest::Pod plain = cli::pod_of(needs, {"lab", "runner"});
  std::vector<manifest::Pod> all(9, plain);
  all[1].security = manifest::PodSecurity{.seccomp = manifest::Profile{.type = "RuntimeDefault"}};
  all[2].containers[0].security->seccomp = manifest::Profile{.type = "RuntimeDefault"};
  all[3].containers[0].security->capabilities->drop = {"ALL"};
  all[4].security = manifest::PodSecurity{.fs_group = 2000};
  all[5].security = manifest::PodSecurity{.supplemental_groups = {{2000, 3000}}};
  all[6].volumes = {{.name = "data", .types = {"persistentVolumeClaim"}}, {.name = "shm", .types = {"emptyDir"}}};
  all[7].containers[0].security->privilege_escalation = true;
  all[8].init_containers = {{.name = "wait"}};
  return all;
}

TEST(MemlockAdmission, ThePrintedSccTakesThePodsItIsFor) {
  std::size_t tried = 0;
  for (const std::uint32_t uid : {0U, 1500U})
    for (const bool confined : {false, true})
      for (const Way& one : ways(described(uid, Cluster::openshift, confined))) {
        if (one.admission.empty()) continue;
        const World world = with_printed(one.admission);
        for (const manifest::Pod& pod : pods(*one.pod)) {
          const auto verdict = manifest::admission::judge({.owner = "Pod/job", .pod = pod}, world, {});
          ASSERT_TRUE(verdict);
          EXPECT_EQ(verdict->outcome, Outcome::admitted) << one.id << ": " << verdict->message;
          ASSERT_NE(verdict->scc.constraint, nullptr);
          EXPECT_EQ(verdict->scc.constraint->name, "rdma");
          ++tried;
        }
      }
  EXPECT_GE(tried, 9U * 8);
}

TEST(MemlockAdmission, OfTheStockSccsOnlyPrivilegedTakesThem) {
  World world;
  ASSERT_TRUE(manifest::scc::add_stock(world, ""));
  for (const char* capability : {"IPC_LOCK", "SYS_RESOURCE"})
    for (const manifest::scc::Constraint& constraint : world.constraints) {
      manifest::Pod pod = cli::pod_of({.capabilities = {capability}}, {"lab", "runner"});
      const bool takes = manifest::scc::try_constraint(constraint, pod, manifest::scc::assumed_ranges()).empty();
      EXPECT_EQ(takes, constraint.name == "privileged") << constraint.name << " and " << capability;
    }
}

TEST(MemlockAdmission, ThePrintedSccGivesNoMoreThanItSays) {
  const World world = with_printed(constraint_manifest("rdma", {"IPC_LOCK"}));
  manifest::Pod pod = cli::pod_of({.capabilities = {"IPC_LOCK", "SYS_ADMIN"}, .user = 0}, {"lab", "runner"});
  EXPECT_EQ(manifest::admission::judge({.owner = "Pod/job", .pod = pod}, world, {})->outcome, Outcome::refused);
  pod = cli::pod_of({.capabilities = {"IPC_LOCK"}, .user = 0}, {"lab", "runner"});
  pod.host_network = true;
  EXPECT_EQ(manifest::admission::judge({.owner = "Pod/job", .pod = pod}, world, {})->outcome, Outcome::refused);
}

}  // namespace
}  // namespace railhead::memlock
