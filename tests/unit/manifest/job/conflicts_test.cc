// What of a job does not go with its cluster.
#include <gtest/gtest.h>

#include "tests/unit/manifest/job/said.h"

namespace railhead::manifest::job {
namespace {

struct Pair {
  TrainingJob job;
  ClusterProfile cluster;
  std::string says() const { return said(conflicts(job, cluster)); }
};

Rail rail(std::string subnet) {
  Rail rail;
  rail.network = "north";
  rail.resource = "rdma/north";
  rail.subnet = std::move(subnet);
  return rail;
}

Pair pair() {
  Pair pair;
  pair.job.name = "crane";
  pair.job.space = "lake";
  pair.job.nodes = 4;
  pair.cluster.rails = {rail("10.3.0.0/29")};
  return pair;
}

TEST(Conflicts, NoneWhereAllIsThere) { EXPECT_EQ(pair().says(), ""); }

TEST(Conflicts, RdmaNeedsRails) {
  Pair none = pair();
  none.cluster.rails.clear();
  EXPECT_EQ(none.says(),
            "spec.mode: rdma needs rails of the cluster, and it has none; add rails to the cluster, or write mode: tcp\n");
  none.job.mode = Mode::tcp;
  EXPECT_EQ(none.says(), "");
}

TEST(Conflicts, EachPodNeedsAnAddress) {
  Pair many = pair();
  many.job.nodes = 6;
  EXPECT_EQ(many.says(), "");
  many.job.nodes = 7;
  EXPECT_EQ(many.says(), "spec.nodes: 7 pods, but the subnet 10.3.0.0/29 of rail north has 6 addresses for them\n");
  many.job.nodes = 3;
  many.cluster.rails[0].exclude = {"10.3.0.0/30"};
  EXPECT_EQ(many.says(), "spec.nodes: 3 pods, but the subnet 10.3.0.0/29 of rail north has 2 addresses for them\n");
  many.cluster.rails[0] = rail("fd00::/64");
  EXPECT_EQ(many.says(), "");
  many.job.mode = Mode::tcp;
  many.cluster.rails[0].subnet = "10.3.0.0/32";
  EXPECT_EQ(many.says(), "");
}

TEST(Conflicts, ANamespaceIsSomewhere) {
  Pair homeless = pair();
  homeless.job.space = "";
  EXPECT_EQ(
      homeless.says(),
      "metadata.namespace: missing, and the cluster has no namespace for jobs either; write namespace: NAME below metadata "
      "of the job, or below spec of the cluster\n");
  homeless.cluster.space = "lake";
  EXPECT_EQ(homeless.says(), "");
}

TEST(Conflicts, OpenShiftAloneBuilds) {
  Pair built = pair();
  built.job.build.git = "https://git.example/crane";
  EXPECT_EQ(built.says(),
            "spec.build: images are built on platform: openshift alone; build it elsewhere, push it, and name it as image\n");
  built.cluster.platform = Platform::openshift;
  EXPECT_EQ(built.says(), "");
}

TEST(Conflicts, NodesHaveTheGpus) {
  Pair large = pair();
  large.job.gpus = 9;
  EXPECT_EQ(large.says(), "spec.gpus: 9 of a pod, but the cluster's nodes have 8 (gpusPerNode)\n");
  large.job.gpus = 0;
  large.cluster.node_names = {"a", "b", "c"};
  EXPECT_EQ(large.says(), "spec.nodes: 4 pods, but the 3 nodes that the cluster names have GPUs for 3\n");
  large.job.gpus = 4;
  EXPECT_EQ(large.says(), "");
  large.cluster.node_names = {"a"};
  EXPECT_EQ(large.says(), "spec.nodes: 4 pods, but the one node that the cluster names have GPUs for 2\n");
}

TEST(Conflicts, PodSecurityLetsTheCapabilityThrough) {
  Pair strict = pair();
  strict.cluster.pod_security = "baseline";
  EXPECT_EQ(strict.says(),
            "spec.mode: rdma with memlock via ipc-lock adds a capability, which podSecurity: baseline of the cluster refuses; "
            "podSecurity: privileged lets it through; memlock via nri or none needs no capability\n");
  strict.cluster.memlock = MemlockWay::nri;
  EXPECT_EQ(strict.says(), "");
  strict.cluster.memlock = MemlockWay::launcher;
  strict.job.mode = Mode::tcp;
  EXPECT_EQ(strict.says(), "");
  strict.job.mode = Mode::rdma;
  strict.cluster.pod_security = "privileged";
  EXPECT_EQ(strict.says(), "");
}

}  // namespace
}  // namespace railhead::manifest::job
