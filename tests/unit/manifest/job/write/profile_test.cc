#include "manifest/job/write/profile.h"

#include <gtest/gtest.h>

#include "manifest/job/read.h"

namespace railhead::manifest::job {
namespace {

ClusterProfile full() {
  ClusterProfile profile;
  profile.name = "green";
  profile.platform = Platform::openshift;
  profile.version = "4.10";
  profile.space = "123";  // a number, were it not in quotes
  profile.create_space = false;
  profile.pod_security = "privileged";
  profile.node_selector = {{"nvidia.com/gpu.present", "true"}, {"a", "1"}};
  profile.tolerations = {{"gpu", "Equal", "yes", "NoSchedule"}, {"x", "Exists", "", ""}};
  profile.gpus_per_node = 4;
  profile.gpu_resource = "amd.com/gpu";
  profile.fabric = Fabric::ipoib;
  profile.rails.resize(1);
  profile.rails[0].network = "on";
  profile.rails[0].space = "default";
  profile.rails[0].resource = "rdma/hca";
  profile.rails[0].subnet = "fd00::/64";
  profile.rails[0].interface = "ib0";
  profile.rails[0].pkey = "0x8001";
  profile.rails[0].mtu = 4092;
  profile.rdma_isolation = true;
  profile.memlock = MemlockWay::nri;
  profile.service_account = "coral";
  profile.create_service_account = false;
  profile.scc = "rdma";
  profile.storage = {"files", "blocks"};
  return profile;
}

FieldNotes all_known() {
  FieldNotes notes;
  for (const char* field : {"platform", "version", "namespace", "createNamespace", "podSecurity", "nodeSelector", "tolerations",
                            "gpusPerNode", "gpuResource", "fabric", "rails", "networks", "rdmaIsolation", "memlock",
                            "serviceAccount", "createServiceAccount", "scc", "storage"})
    notes[field] = {.known = true, .text = "read somewhere"};
  return notes;
}

TEST(WrittenProfile, IsReadAsTheSame) {
  const JobFile file = read_jobs(written(full(), all_known(), {"head"}, {"foot"}), "x");
  ASSERT_TRUE(file.problems.empty()) << file.problems[0].place << file.problems[0].message;
  ASSERT_EQ(file.documents.size(), 1U);
  const ClusterProfile& read = *file.documents[0].cluster;
  const ClusterProfile wanted = full();
  EXPECT_EQ(read.name, wanted.name);
  EXPECT_EQ(read.platform, wanted.platform);
  EXPECT_EQ(read.version, wanted.version);
  EXPECT_EQ(read.space, wanted.space);
  EXPECT_EQ(read.create_space, wanted.create_space);
  EXPECT_EQ(read.node_selector, wanted.node_selector);
  ASSERT_EQ(read.tolerations.size(), 2U);
  EXPECT_EQ(read.tolerations[0].value, "yes");
  EXPECT_EQ(read.gpus_per_node, wanted.gpus_per_node);
  EXPECT_EQ(read.fabric, wanted.fabric);
  ASSERT_EQ(read.rails.size(), 1U);
  EXPECT_EQ(read.rails[0].network, "on");
  EXPECT_EQ(read.rails[0].pkey, "0x8001");
  EXPECT_EQ(read.rails[0].subnet, "fd00::/64");
  EXPECT_EQ(read.rdma_isolation, wanted.rdma_isolation);
  EXPECT_EQ(read.memlock, wanted.memlock);
  EXPECT_EQ(read.service_account, wanted.service_account);
  EXPECT_EQ(read.scc, wanted.scc);
  EXPECT_EQ(read.storage.shared, wanted.storage.shared);
  EXPECT_EQ(read.storage.per_pod, wanted.storage.per_pod);
}

TEST(WrittenProfile, LeavesOutWhatIsNotKnown) {
  const FieldNotes notes = {{"platform", {.known = false, .text = "denied"}}, {"version", {.known = true, .text = "here"}}};
  const std::string text = written(full(), notes, {}, {});
  EXPECT_NE(text.find("\n  # platform: denied\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n  version: \"4.10\"                       # here\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("rails"), std::string::npos) << text;
}

TEST(WrittenProfile, CommentsStayComments) {
  FieldNotes notes = all_known();
  notes["scc"].text = "one\nscc: two\r\x1b[31m";
  notes["rails"] = {.known = false, .text = "a\nrails: [{resource: x/y}]"};
  const JobFile file = read_jobs(written(full(), notes, {"a\nb: c"}, {"d\ne: f"}), "x");
  ASSERT_TRUE(file.problems.empty()) << file.problems[0].message;
  EXPECT_EQ(file.documents[0].cluster->scc, "rdma");
  EXPECT_TRUE(file.documents[0].cluster->rails.empty());
}

}  // namespace
}  // namespace railhead::manifest::job
