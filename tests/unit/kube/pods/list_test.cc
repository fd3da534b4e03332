#include "kube/pods/list.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace railhead::kube {
namespace {

using Json = nlohmann::json;

Json running() {
  return Json::parse(
      R"({"metadata": {"name": "train-3", "namespace": "team-a", "labels": {"app.kubernetes.io/instance": "train"},
    "ownerReferences": [{"kind": "StatefulSet", "name": "train", "controller": true}]},
    "spec": {"nodeName": "node-7", "containers": [{"name": "side"}, {"name": "work"}]},
    "status": {"phase": "Running", "containerStatuses": [{"name": "side", "state": {"running": {}}}]}})");
}

TEST(PodOf, TakesTheFirstContainerTheOneWithTheLauncherOrTheOneThatIsNamed) {
  Json pod = running();
  EXPECT_EQ(pod_of(pod, "").container, "side");
  EXPECT_TRUE(pod_of(pod, "").running);
  pod["spec"]["containers"][1]["volumeMounts"] = Json::parse(R"([{"mountPath": "/data"}, {"mountPath": "/opt/railhead"}])");
  EXPECT_EQ(pod_of(pod, "").container, "work");
  EXPECT_FALSE(pod_of(pod, "").running);
  pod["metadata"]["annotations"]["kubectl.kubernetes.io/default-container"] = "side";
  EXPECT_EQ(pod_of(pod, "").container, "side");
  EXPECT_EQ(pod_of(pod, "work").container, "work");
}

TEST(PodOf, KnowsItsPlaceByLabelOrByTheNameOfAStatefulSetsPod) {
  Json pod = running();
  EXPECT_EQ(pod_of(pod, "").place, 3U);
  pod["metadata"]["labels"]["batch.kubernetes.io/job-completion-index"] = "5";
  EXPECT_EQ(pod_of(pod, "").place, 5U);
  pod["metadata"]["labels"] = Json::object();
  pod["metadata"]["ownerReferences"][0]["kind"] = "ReplicaSet";
  EXPECT_FALSE(pod_of(pod, "").place);
}

TEST(PodOf, SaysWhyItIsNotRunning) {
  Json pod = running();
  pod["status"] = Json::parse(R"({"phase": "Pending", "conditions": [
    {"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": "0/3 nodes are available"}]})");
  EXPECT_EQ(pod_of(pod, "").reason, "Unschedulable");
  EXPECT_EQ(pod_of(pod, "").message, "0/3 nodes are available");
  pod["status"]["containerStatuses"] =
      Json::parse(R"([{"name": "side", "state": {"terminated": {"reason": "OOMKilled", "exitCode": 137}}}])");
  EXPECT_EQ(pod_of(pod, "").reason, "OOMKilled");
  EXPECT_EQ(pod_of(pod, "").message, "exit code 137");
  pod["status"]["reason"] = "Evicted";
  EXPECT_EQ(pod_of(pod, "").reason, "Evicted");
}

TEST(PodOf, TakesAnythingForAPod) {
  for (const char* text : {"{}", "[]", "null", "7", R"({"metadata": []})", R"({"metadata": {"name": 4, "labels": "a"}})",
                           R"({"spec": {"containers": {}}, "status": {"containerStatuses": [1, null], "conditions": [[]]}})",
                           R"({"metadata": {"ownerReferences": [null, {"controller": "yes"}]}})"})
    EXPECT_EQ(pod_of(Json::parse(text), "").name, "") << text;
}

TEST(PodOf, KnowsTheLauncherOfAnMpiJob) {
  Json pod = running();
  EXPECT_FALSE(pod_of(pod, "").launcher);
  pod["metadata"]["labels"]["training.kubeflow.org/job-role"] = "launcher";
  EXPECT_TRUE(pod_of(pod, "").launcher);
}

}  // namespace
}  // namespace railhead::kube
