#include "flow/deploy/waited.h"

#include <gtest/gtest.h>

namespace railhead::flow {
namespace {

using kube::Phase;
using kube::PodState;
using Lines = std::vector<std::string>;

Workload workload(const char* kind, std::uint64_t pods = 2) {
  return {.kind = kube::kind_named(kind), .space = "lake", .name = "train", .selector = "a=b", .pods = pods};
}

Seen seen(std::vector<PodState> pods) { return {.pods = std::move(pods), .warnings = {}, .state = {}}; }

PodState failed() { return {.name = "train-0", .node = "a", .phase = Phase::failed, .reason = "Evicted", .message = "low"}; }

PodState looping(std::uint64_t restarts) {
  return {.name = "train-0", .node = "a", .phase = Phase::running, .restarts = restarts, .reason = "CrashLoopBackOff"};
}

TEST(LostPods, OneThatStandsAloneIsNotReplaced) {
  EXPECT_EQ(lost_of(workload("Pod"), seen({failed()})), Lines({"train-0: Failed: Evicted: low"}));
}

TEST(LostPods, ControllersReplaceWhatFailed) {
  for (const char* kind : {"StatefulSet", "Job", "MPIJob", "JobSet"})
    EXPECT_TRUE(lost_of(workload(kind), seen({failed()})).empty()) << kind;
}

TEST(LostPods, OneThatStartsAgainAndAgainIsLost) {
  EXPECT_TRUE(lost_of(workload("StatefulSet"), seen({looping(2)})).empty());
  EXPECT_EQ(lost_of(workload("StatefulSet"), seen({looping(3)})),
            Lines({"train-0: Running, not ready: CrashLoopBackOff (started again 3 times)"}));
  // It did so once, and starts now.
  PodState starting = looping(7);
  starting.reason.clear();
  EXPECT_TRUE(lost_of(workload("StatefulSet"), seen({starting})).empty());
  EXPECT_TRUE(lost_of(workload("Job"), seen({looping(9)})).empty());
}

TEST(MissingPods, AreToldWithWhatTheClusterSays) {
  Seen now = seen({{.name = "train-0", .node = "a", .phase = Phase::running, .ready = true}});
  now.warnings.push_back({.kind = "StatefulSet",
                          .name = "train",
                          .reason = "FailedCreate",
                          .message = "exceeded quota",
                          .when = "",
                          .version = ""});
  EXPECT_EQ(missing_of(workload("StatefulSet"), now),
            Lines({"1 of 2 pods not there yet", "statefulset train: FailedCreate: exceeded quota"}));
  now.pods.push_back({.name = "train-1", .node = "b", .phase = Phase::succeeded});
  EXPECT_TRUE(missing_of(workload("StatefulSet"), now).empty());
}

TEST(MissingPods, AreNotToldWithoutEnd) {
  std::vector<PodState> pods(100, PodState{.name = "train-0", .node = ""});
  const Lines lines = missing_of(workload("StatefulSet", 100), seen(std::move(pods)));
  ASSERT_EQ(lines.size(), 21U);
  EXPECT_EQ(lines.back(), "and 80 more");
}

}  // namespace
}  // namespace railhead::flow
