// Which pods each kind of object makes: the owner's name, the role, where the template stands, and how many.
#include "manifest/facts/cluster/workload_facts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "facts/cluster/cluster.h"
#include "manifest/facts/object_facts.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest {
namespace {

std::vector<facts::ClusterObject> objects_in(const std::string& text) {
  const Parsed parsed = parse_yaml(text);
  EXPECT_TRUE(parsed.errors.empty()) << text;
  Origin origin{.file = "m.yaml", .numbers = {}, .cut = false};
  for (std::uint64_t i = 1; i <= static_cast<std::uint64_t>(std::ranges::count(text, '\n')) + 1; ++i)
    origin.numbers.push_back(i);
  std::vector<facts::ClusterObject> all;
  for (const Document& document : parsed.documents) std::ranges::move(objects_of(document, origin), std::back_inserter(all));
  return all;
}

/// "OWNER at PATH: PODS", "?" where the object does not say how many.
std::vector<std::string> pods_in(const std::string& text) {
  std::vector<std::string> found;
  for (const facts::ClusterObject& object : objects_in(text))
    for (const facts::PodTemplate& pod : object.pods)
      found.push_back(pod.owner + " at " + pod.workload.path + ": " +
                      (pod.replicas ? std::to_string(*pod.replicas) : std::string("?")));
  return found;
}

/// A template with one container, on one line.
const std::string kPod = "{spec: {containers: [{name: c, image: i}]}}";
const std::string kJob = "{spec: {parallelism: 4, template: " + kPod + "}}";

struct Kind {
  std::string kind;
  std::string body;
  std::vector<std::string> want;
};

std::vector<Kind> kinds() {
  return {
      {"Pod", "spec: {containers: [{name: c, image: i}]}", {"Pod/x at : ?"}},
      {"Deployment", "spec: {replicas: 3, template: " + kPod + "}", {"Deployment/x at spec.template: 3"}},
      {"StatefulSet", "spec: {replicas: 2, template: " + kPod + "}", {"StatefulSet/x at spec.template: 2"}},
      {"DaemonSet", "spec: {template: " + kPod + "}", {"DaemonSet/x at spec.template: ?"}},
      {"Job", "spec: {parallelism: 4, completions: 4, template: " + kPod + "}", {"Job/x at spec.template: 4"}},
      {"Job", "spec: {parallelism: 4, completions: 2, template: " + kPod + "}", {"Job/x at spec.template: 2"}},
      {"Job", "spec: {completions: 4, template: " + kPod + "}", {"Job/x at spec.template: 1"}},
      {"CronJob", "spec: {jobTemplate: " + kJob + "}", {"CronJob/x at spec.jobTemplate.spec.template: 4"}},
      {"JobSet",
       "spec: {replicatedJobs: [{name: driver, template: {spec: {template: " + kPod +
           "}}}, {name: workers, replicas: 2, "
           "template: " +
           kJob + "}]}",
       {"JobSet/x driver at spec.replicatedJobs[].template.spec.template: ?",
        "JobSet/x workers at spec.replicatedJobs[].template.spec.template: 8"}},
      {"PyTorchJob",
       "spec: {pytorchReplicaSpecs: {Master: {replicas: 1, template: " + kPod + "}, Worker: {replicas: 7, template: " + kPod +
           "}}}",
       {"PyTorchJob/x Master at spec.pytorchReplicaSpecs.Master.template: 1",
        "PyTorchJob/x Worker at spec.pytorchReplicaSpecs.Worker.template: 7"}},
      {"MPIJob",
       "spec: {mpiReplicaSpecs: {Launcher: {template: " + kPod + "}, Worker: {replicas: 2, template: " + kPod + "}}}",
       {"MPIJob/x Launcher at spec.mpiReplicaSpecs.Launcher.template: ?",
        "MPIJob/x Worker at spec.mpiReplicaSpecs.Worker.template: 2"}},
      {"TrainJob", "spec: {trainer: {numNodes: 4, image: i}}", {"TrainJob/x at : 4"}},
      {"LeaderWorkerSet",
       "spec: {replicas: 3, leaderWorkerTemplate: {size: 4, leaderTemplate: " + kPod + ", workerTemplate: " + kPod + "}}",
       {"LeaderWorkerSet/x leader at spec.leaderWorkerTemplate.leaderTemplate: 3",
        "LeaderWorkerSet/x worker at spec.leaderWorkerTemplate.workerTemplate: 9"}},
      {"LeaderWorkerSet",
       "spec: {leaderWorkerTemplate: {size: 4, workerTemplate: " + kPod + "}}",
       {"LeaderWorkerSet/x worker at spec.leaderWorkerTemplate.workerTemplate: 4"}},
      {"RayCluster",
       "spec: {headGroupSpec: {template: " + kPod +
           "}, workerGroupSpecs: [{groupName: gpu, replicas: 2, numOfHosts: 4, "
           "template: " +
           kPod + "}, {template: " + kPod + "}]}",
       {"RayCluster/x head at spec.headGroupSpec.template: 1", "RayCluster/x gpu at spec.workerGroupSpecs[].template: 8",
        "RayCluster/x worker at spec.workerGroupSpecs[].template: ?"}},
      {"RayJob",
       "spec: {submitterPodTemplate: " + kPod + ", rayClusterSpec: {headGroupSpec: {template: " + kPod + "}}}",
       {"RayJob/x submitter at spec.submitterPodTemplate: 1",
        "RayJob/x head at spec.rayClusterSpec.headGroupSpec.template: 1"}},
      {"Job",
       "spec: {tasks: [{name: master, replicas: 1, template: " + kPod + "}, {name: worker, replicas: 5, template: " + kPod +
           "}]}",
       {"Job/x master at spec.tasks[].template: 1", "Job/x worker at spec.tasks[].template: 5"}},
      {"SomethingNew", "spec: {count: 2, template: " + kPod + "}", {"SomethingNew/x at spec.template: ?"}},
  };
}

TEST(WorkloadFacts, EachKindHasItsRolesAndPods) {
  for (const Kind& one : kinds())
    EXPECT_EQ(pods_in("apiVersion: v1\nkind: " + one.kind + "\nmetadata: {name: x}\n" + one.body + "\n"), one.want)
        << one.kind << " " << one.body;
}

TEST(WorkloadFacts, AListHoldsAnyOfThem) {
  std::string list = "apiVersion: v1\nkind: List\nitems:\n";
  std::vector<std::string> want;
  for (const Kind& one : kinds()) {
    list += "- {kind: " + one.kind + ", metadata: {name: x}, " + one.body + "}\n";
    want.insert(want.end(), one.want.begin(), one.want.end());
  }
  EXPECT_EQ(pods_in(list), want);
}

TEST(WorkloadFacts, NumbersThatMakeNoSenseAreNone) {
  EXPECT_EQ(pods_in("kind: Deployment\nmetadata: {name: x}\nspec: {replicas: -1, template: " + kPod + "}\n").at(0),
            "Deployment/x at spec.template: ?");
  const std::string many = "{parallelism: 9223372036854775807, template: " + kPod + "}";
  EXPECT_EQ(pods_in("kind: JobSet\nmetadata: {name: x}\nspec: {replicatedJobs: [{name: w, replicas: 9223372036854775807, "
                    "template: {spec: " +
                    many + "}}]}\n")
                .at(0),
            "JobSet/x w at spec.replicatedJobs[].template.spec.template: 4294967295");
}

TEST(WorkloadFacts, ReadsWhatASetAndItsPodsSay) {
  const auto objects = objects_in(
      "kind: StatefulSet\nmetadata: {name: x, namespace: ml}\nspec:\n  serviceName: names\n  podManagementPolicy: Parallel\n"
      "  template:\n    metadata:\n      labels: {app: x, n: 1}\n    spec:\n      subdomain: sub\n      affinity:\n"
      "        podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: []}\n      containers:\n"
      "      - name: c\n        readinessProbe: {exec: {command: [ready]}}\n");
  const facts::Workload& workload = objects.at(0).pods.at(0).workload;
  EXPECT_EQ(workload.space, "ml");
  EXPECT_EQ(workload.service.value_or(""), "names");
  EXPECT_EQ(workload.service.source(), "m.yaml:4");
  EXPECT_EQ(workload.management.value_or(""), "Parallel");
  EXPECT_EQ(workload.subdomain.value_or(""), "sub");
  EXPECT_EQ(workload.spread.value_or(""), "podAntiAffinity");
  EXPECT_EQ(workload.readiness.value_or(""), "c");
  ASSERT_EQ(workload.labels.size(), 2U);
  EXPECT_EQ(workload.labels[1].value, "1");
}

TEST(WorkloadFacts, ReadsAService) {
  const auto objects = objects_in(
      "kind: Service\nmetadata: {name: s}\nspec:\n  clusterIP: None\n  publishNotReadyAddresses: true\n"
      "  selector: {app: x}\n");
  ASSERT_TRUE(objects.at(0).service);
  const facts::Service& service = *objects[0].service;
  EXPECT_EQ(service.cluster_ip.value_or(""), "None");
  EXPECT_TRUE(service.publishes_not_ready.is(true));
  ASSERT_EQ(service.selector.size(), 1U);
  EXPECT_EQ(service.selector[0].name, "app");
  EXPECT_EQ(service.selector[0].source, "m.yaml:6");
}

TEST(WorkloadFacts, ReadsWhereAddressesComeFrom) {
  const auto subnets = [](const std::string& ipam) {
    std::string all;
    const auto objects =
        objects_in("kind: NetworkAttachmentDefinition\nspec:\n  config: '{\"type\": \"sriov\", \"ipam\": {" + ipam + "}}'\n");
    const facts::Ipam& found = objects.at(0).network->plugins.at(0).ipam;
    for (const facts::Placed& one : found.subnets) all += one.text + ";";
    for (const facts::Placed& one : found.pools) all += one.text + ";";
    return all;
  };
  EXPECT_EQ(subnets("\"range\": \"10.0.0.0/24\""), "10.0.0.0/24;");
  EXPECT_EQ(subnets("\"ipRanges\": [{\"range\": \"10.0.0.0/24\"}, {\"range\": \"fd00::/64\"}]"), "10.0.0.0/24;fd00::/64;");
  EXPECT_EQ(subnets("\"subnet\": \"10.0.0.0/24\""), "10.0.0.0/24;");
  EXPECT_EQ(subnets("\"ranges\": [[{\"subnet\": \"10.0.0.0/24\"}], [{\"subnet\": \"fd00::/64\"}]]"), "10.0.0.0/24;fd00::/64;");
  EXPECT_EQ(subnets("\"addresses\": [{\"address\": \"10.0.0.5/24\"}]"), "10.0.0.5/24;");
  EXPECT_EQ(subnets("\"poolName\": \"a, b\""), "IPPool a;IPPool b;");
  EXPECT_EQ(subnets("\"poolName\": \"a\", \"poolType\": \"cidrpool\""), "CIDRPool a;");
  EXPECT_EQ(subnets("\"default_ipv4_ippool\": [\"p\"]"), "p;");
}

TEST(WorkloadFacts, KnowsWhereOperatorsPutADefinition) {
  const auto space = [](const std::string& kind, const std::string& spec) {
    return objects_in("kind: " + kind + "\nmetadata: {name: n, namespace: own}\nspec: {" + spec + "}\n").at(0).network->space;
  };
  EXPECT_EQ(space("NetworkAttachmentDefinition", ""), "own");
  EXPECT_EQ(space("SriovNetwork", ""), "own");
  EXPECT_EQ(space("SriovIBNetwork", "networkNamespace: ml"), "ml");
  EXPECT_EQ(space("MacvlanNetwork", ""), "default");
  EXPECT_EQ(space("IPoIBNetwork", "networkNamespace: ml"), "ml");
}

}  // namespace
}  // namespace railhead::manifest
