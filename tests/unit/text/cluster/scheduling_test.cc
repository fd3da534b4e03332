// Schedulers, kubelets and device plugins: which resource, how many nodes, which taints.
#include "tests/unit/text/cluster/pasted.h"

namespace railhead {
namespace {

using facts::ClusterWord;
using test::event_in;
using test::is_left_alone;
using test::read_cluster;

TEST(Scheduling, CountsNodesAndNamesTaints) {
  const auto event = event_in(
      "7s Warning FailedScheduling pod/t-0 0/9 nodes are available: 2 Insufficient rdma/hca, 3 node(s) had taint {a: b}, that "
      "the "
      "pod didn't tolerate, 4 node(s) had untolerated taint {node-role.kubernetes.io/master: }.");
  EXPECT_EQ(event.word, ClusterWord::insufficient);
  EXPECT_EQ(event.resource, "rdma/hca");
  EXPECT_EQ(event.pod, "t-0");
  EXPECT_EQ(event.nodes.total, 9U);
  EXPECT_EQ(event.nodes.insufficient, 2U);
  EXPECT_EQ(event.nodes.tainted, 7U);
  EXPECT_EQ(event.nodes.taints, (std::vector<std::string>{"a: b", "node-role.kubernetes.io/master"}));
  EXPECT_EQ(event.source, "paste:1");
}

TEST(Scheduling, FullStopAndPreemptionAreNoPartOfIt) {
  const auto event = event_in(
      "0/2 nodes are available: 2 Insufficient a.b/c.d. preemption: 0/2 nodes are available: 1 Insufficient a.b/c.d, 1 node(s) "
      "had "
      "taint {x: y}.");
  EXPECT_EQ(event.resource, "a.b/c.d");
  EXPECT_EQ(event.nodes.insufficient, 2U);
  EXPECT_EQ(event.nodes.tainted, 0U);
}

TEST(Scheduling, OneEventAResource) {
  const auto events =
      read_cluster("0/4 nodes are available: 1 Insufficient cpu, 4 Insufficient rdma/a, 2 Insufficient rdma/b.").events;
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[1].resource, "rdma/a");
  EXPECT_EQ(events[2].nodes.insufficient, 2U);
}

TEST(Scheduling, AnAssignedPodHasItsNamespace) {
  const auto event = event_in("Normal Scheduled 33s default-scheduler Successfully assigned ml/t-0 to gpu1");
  EXPECT_EQ(event.word, ClusterWord::assigned);
  EXPECT_EQ(event.name_space, "ml");
  EXPECT_EQ(event.pod, "t-0");
}

TEST(Scheduling, ProseIsNone) {
  for (const char* line :
       {"Insufficient memory", "Insufficient privileges on node a", "0/5 nodes are available", "node(s) had taint",
        "PodResizePending: Node didn't have enough resource: cpu, requested: 4, used: 6, capacity: 9 (Resize)"})
    EXPECT_TRUE(is_left_alone(line)) << line;
}

TEST(DevicePlugin, NamesTheResourceWithoutWhatFollows) {
  const auto event = event_in("no healthy devices present; cannot allocate unhealthy devices a.b/c, which is unexpected");
  EXPECT_EQ(event.word, ClusterWord::device_unhealthy);
  EXPECT_EQ(event.resource, "a.b/c");
  EXPECT_EQ(event_in("no devices in device pool, creating empty resource server for hca_b").resource, "hca_b");
}

TEST(NodeResources, CapacityAndAllocatableOfTwoNodes) {
  const auto nodes = read_cluster(
                         "Capacity:\n  cpu: 8\n  a.b/c:  4\n  pods: 9\nAllocatable:\n  cpu: 7\n  a.b/c:  3\n  pods: 9\n"
                         "Capacity:\n  a.b/c:  2\n  pods: 9\nAllocatable:\n  a.b/c:  0\n  pods: 9\nSystem Info:\n")
                         .nodes;
  ASSERT_EQ(nodes.size(), 2U);
  ASSERT_EQ(nodes[0].resources.size(), 1U);
  EXPECT_EQ(nodes[0].resources[0].capacity, 4U);
  EXPECT_EQ(nodes[0].resources[0].allocatable, 3U);
  EXPECT_EQ(nodes[0].resources[0].source, "paste:7");
  EXPECT_EQ(nodes[1].resources[0].allocatable, 0U);
}

TEST(NodeResources, WithoutTheNumberOfPodsItIsNoNode) {
  EXPECT_TRUE(read_cluster("Allocatable:\n  a.b/c: 4\n").nodes.empty());
  EXPECT_TRUE(is_left_alone("      a.b/c: \"1\""));
  EXPECT_TRUE(is_left_alone("  capacity:"));  // of a volume
}

TEST(NodeResources, OnOneLine) {
  const auto nodes = read_cluster("map[a.b/c:5 cpu:8 memory:7Ki pods:110]").nodes;
  ASSERT_EQ(nodes.size(), 1U);
  ASSERT_EQ(nodes[0].resources.size(), 1U);
  EXPECT_EQ(nodes[0].resources[0].allocatable, 5U);
}

}  // namespace
}  // namespace railhead
