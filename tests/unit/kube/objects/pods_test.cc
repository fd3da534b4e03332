#include "kube/objects/pods.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "kube/objects/workload.h"

namespace railhead::kube {
namespace {

using Json = nlohmann::json;

PodState state(const char* status) {
  Json object = {{"metadata", {{"name", "train-0"}}}, {"spec", {{"nodeName", "gpu-a"}}}};
  object["status"] = Json::parse(status);
  return pod_state_of(object);
}

TEST(PodStates, ARunningPodIsReadyWhereItsConditionSaysSo) {
  const PodState pod = state(R"({"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}],
    "containerStatuses": [{"name": "main", "restartCount": 2, "state": {"running": {}}}]})");
  EXPECT_EQ(pod.name, "train-0");
  EXPECT_EQ(pod.node, "gpu-a");
  EXPECT_EQ(pod.phase, Phase::running);
  EXPECT_TRUE(pod.ready);
  EXPECT_EQ(pod.restarts, 2U);
  EXPECT_EQ(stands(pod), "Running");
  EXPECT_EQ(stands(state(R"({"phase": "Running", "conditions": [{"type": "Ready", "status": "False"}]})")),
            "Running, not ready");
}

TEST(PodStates, WhatKeepsAPodIsNamed) {
  const char* unschedulable = R"({"phase": "Pending", "conditions": [{"type": "PodScheduled", "status": "False",
    "reason": "Unschedulable", "message": "0/2 nodes are available: 2 Insufficient rdma/hca."}]})";
  EXPECT_EQ(stands(state(unschedulable)), "Pending: Unschedulable");
  EXPECT_EQ(state(unschedulable).message, "0/2 nodes are available: 2 Insufficient rdma/hca.");
  EXPECT_EQ(stands(state(R"({"phase": "Pending", "containerStatuses": [{"state": {"waiting":
    {"reason": "ImagePullBackOff", "message": "Back-off pulling image"}}}]})")),
            "Pending: ImagePullBackOff");
  EXPECT_EQ(stands(state(R"({"phase": "Failed", "reason": "Evicted", "message": "low on memory"})")), "Failed: Evicted");
}

TEST(PodStates, StartingIsNoTrouble) {
  for (const char* reason : {"ContainerCreating", "PodInitializing"}) {
    Json status = {{"phase", "Pending"}, {"containerStatuses", {{{"state", {{"waiting", {{"reason", reason}}}}}}}}};
    EXPECT_EQ(stands(state(status.dump().c_str())), "Pending") << reason;
  }
}

TEST(PodStates, OneThatEndedBadlySaysHow) {
  const PodState pod = state(R"({"phase": "Failed", "containerStatuses": [{"name": "main", "state": {"terminated":
    {"exitCode": 3, "reason": "Error"}}}]})");
  EXPECT_EQ(stands(pod), "Failed: Error");
  EXPECT_EQ(pod.message, "container main ended with exit code 3");
  EXPECT_EQ(stands(state(R"({"phase": "Succeeded", "containerStatuses": [{"name": "main", "state": {"terminated":
    {"exitCode": 0, "reason": "Completed"}}}]})")),
            "Succeeded");
}

TEST(PodStates, AnInitContainerThatFailsIsTheReason) {
  EXPECT_EQ(stands(state(R"({"phase": "Pending",
    "initContainerStatuses": [{"name": "installer", "restartCount": 4, "state": {"waiting": {"reason": "CrashLoopBackOff"}}}],
    "containerStatuses": [{"name": "main", "state": {"waiting": {"reason": "PodInitializing"}}}]})")),
            "Pending: CrashLoopBackOff");
}

TEST(PodStates, OddJsonIsNoPodAndNoCrash) {
  for (const char* text : {"null", "[]", "7", R"({"status": []})", R"({"metadata": {"name": 7}, "status": {"phase": {}}})",
                           R"({"status": {"containerStatuses": {"a": 1}, "conditions": "x"}})",
                           R"({"status": {"containerStatuses": [null, 3, {"state": [], "restartCount": -1}]}})"}) {
    const PodState pod = pod_state_of(Json::parse(text));
    EXPECT_EQ(pod.phase, Phase::unknown) << text;
    EXPECT_EQ(pod.restarts, 0U) << text;
  }
}

Course course(const char* object) { return workload_state_of(Json::parse(object)).course; }

TEST(WorkloadStates, AStatefulSetSettlesUntilItsControllerHasSeenTheChange) {
  EXPECT_EQ(course(R"({"kind": "StatefulSet", "metadata": {"generation": 2}, "status": {"observedGeneration": 1}})"),
            Course::settling);
  EXPECT_EQ(course(R"({"kind": "StatefulSet", "metadata": {"generation": 2}, "spec": {"replicas": 2}, "status": {
    "observedGeneration": 2, "currentRevision": "a", "updateRevision": "b", "updatedReplicas": 1}})"),
            Course::settling);
  EXPECT_EQ(course(R"({"kind": "StatefulSet", "metadata": {"generation": 2}, "spec": {"replicas": 2}, "status": {
    "observedGeneration": 2, "currentRevision": "a", "updateRevision": "b", "updatedReplicas": 2}})"),
            Course::running);
  EXPECT_EQ(course(R"({"kind": "StatefulSet", "metadata": {"generation": 1}, "status": {
    "observedGeneration": 1, "currentRevision": "a", "updateRevision": "a"}})"),
            Course::running);
}

TEST(WorkloadStates, ConditionsOfJobsTellTheirEnd) {
  EXPECT_EQ(course(R"({"kind": "Job", "status": {"conditions": [{"type": "Complete", "status": "True"}]}})"),
            Course::succeeded);
  EXPECT_EQ(course(R"({"kind": "MPIJob", "status": {"conditions": [{"type": "Running", "status": "False"},
    {"type": "Succeeded", "status": "True"}]}})"),
            Course::succeeded);
  EXPECT_EQ(course(R"({"kind": "JobSet", "status": {"conditions": [{"type": "Completed", "status": "True"}]}})"),
            Course::succeeded);
  EXPECT_EQ(course(R"({"kind": "Job", "status": {"conditions": [{"type": "Failed", "status": "False"}]}})"), Course::running);
  const WorkloadState failed = workload_state_of(Json::parse(R"({"kind": "Job", "status": {"conditions": [
    {"type": "Failed", "status": "True", "reason": "BackoffLimitExceeded", "message": "too many retries"}]}})"));
  EXPECT_EQ(failed.course, Course::failed);
  EXPECT_EQ(failed.message, "BackoffLimitExceeded: too many retries");
}

TEST(WorkloadStates, OddJsonRuns) {
  for (const char* text : {"null", "{}", R"({"kind": "Job", "status": {"conditions": [1, null, "x"]}})",
                           R"({"kind": "StatefulSet", "metadata": {"generation": "2"}})"})
    EXPECT_EQ(course(text), Course::running) << text;
}

}  // namespace
}  // namespace railhead::kube
