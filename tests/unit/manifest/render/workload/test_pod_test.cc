// The pod that tries the network, and its script, run here with programs in the place of railhead.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <fstream>

#include "tests/unit/manifest/render/workload/sample.h"

namespace railhead::manifest::render {
namespace {

using sample::line;
using sample::made;
using sample::Made;
using sample::main_of;
using testing::HasSubstr;

std::string text(const Value& value) { return value.text().value_or("(none)"); }

Made of(const job::TrainingJob& job, const job::ClusterProfile& cluster) {
  return made(test_pod({.job = job, .cluster = cluster}));
}

void replace(std::string& text, const std::string& old, const std::string& with) {
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + with.size()))
    text.replace(at, old.size(), with);
}

struct Ended {
  int code = -1;
  std::string said;
};

/// Runs the script with `doctor` as what railhead is, and `interfaces` as those of the pod.
Ended run(const std::string& doctor, const std::string& interfaces = "lo") {
  const Made pod = of(sample::training(), sample::cluster());
  std::string script = sample::texts(main_of(pod.root())["command"]).back();
  const std::string folder = testing::TempDir() + "test_pod." + std::to_string(getpid());
  std::ofstream(folder + ".doctor") << "#!/bin/sh\n" << doctor;
  std::ofstream(folder + ".env") << "NCCL_IB_DISABLE=1\n";
  replace(script, "/opt/railhead/railhead", "sh " + folder + ".doctor");
  replace(script, "/dev/shm/railhead.env", folder + ".env");
  replace(script, "in net1 net2;", "in " + interfaces + ";");
  std::ofstream(folder + ".sh") << script;
  Ended ended;
  FILE* pipe = popen(("NCCL_IB_DISABLE=1 sh " + folder + ".sh").c_str(), "r");
  if (pipe == nullptr) return ended;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) ended.said += buffer.data();
  ended.code = WEXITSTATUS(pclose(pipe));
  for (const char* end : {".doctor", ".env", ".sh"}) unlink((folder + end).c_str());
  return ended;
}

TEST(TestPod, SaysPassInOneLine) {
  const Ended ended = run("echo 'ok mlx5_0:1 is active'\necho\necho 'A job started here would use RDMA.'\n");
  EXPECT_EQ(ended.said, "PASS A job started here would use RDMA.\n");
  EXPECT_EQ(ended.code, 0);
}

TEST(TestPod, SaysTheFirstErrorInOneLine) {
  const Ended ended = run("printf 'ok fine\\nXX port \"1\" is $DOWN\\n    why\\nXX other\\nlast\\n'\nexit 1\n");
  EXPECT_EQ(ended.said, "FAIL: port \"1\" is $DOWN\n");
  EXPECT_EQ(ended.code, 1);
}

TEST(TestPod, SaysThatDoctorCouldNotTell) {
  const Ended ended = run("echo 'not known'\nexit 3\n");
  EXPECT_EQ(ended.said, "FAIL: railhead doctor ended with 3: not known\n");
  EXPECT_EQ(ended.code, 1);
}

TEST(TestPod, MissesInterfaces) {
  const Ended ended = run("exit 0\n", "lo net77");
  EXPECT_EQ(ended.said, "FAIL: interface net77 of the networks is not in the pod\n");
  EXPECT_EQ(ended.code, 1);
}

TEST(TestPod, WhatExecSetIsNotTakenForTheUsers) {
  EXPECT_EQ(run("echo \"[$NCCL_IB_DISABLE] $*\"\n").said,
            "PASS [] doctor --mode rdma --probe full --probe-max 67108864 --memlock-need 67108864 --color never\n");
}

TEST(TestPod, IsLikeTheJobsPodsWithoutItsGpus) {
  for (const job::JobKind kind : sample::kKinds)
    for (const job::Fabric fabric : sample::kFabrics) {
      const job::ClusterProfile cluster = sample::cluster(fabric);
      const Made pod = of(sample::training(kind), cluster);
      EXPECT_EQ(text(pod.root()["kind"]), "Pod");
      EXPECT_EQ(text(pod.root()["metadata"]["name"]), "climate-test");
      EXPECT_EQ(text(pod.root()["spec"]["restartPolicy"]), "Never");
      EXPECT_EQ(text(pod.root()["spec"]["serviceAccountName"]), "climate");
      EXPECT_FALSE(pod.has("nvidia.com/gpu"));
      EXPECT_TRUE(pod.has("IPC_LOCK"));
      EXPECT_TRUE(pod.has(sample::is_shared(fabric) ? "rdma/hca_shared: \"1\"" : "vendor.example/fast1: \"1\""));
      const std::string script = line(main_of(pod.root())["command"]);
      EXPECT_THAT(script,
                  HasSubstr(fabric == job::Fabric::shared_infiniband ? "interface in; do" : "interface in net1 net2; do"));
    }
}

TEST(TestPod, IsNoneOfTheServicesPods) {
  const job::TrainingJob job = sample::training();
  const job::ClusterProfile cluster = sample::cluster();
  const Made pod = of(job, cluster);
  const Made names = made(service({.job = job, .cluster = cluster}));
  const bool selected = std::ranges::all_of(names.root()["spec"]["selector"].members(), [&](const auto& one) {
    return pod.root()["metadata"]["labels"][*one.first.text()].text() == one.second.text();
  });
  EXPECT_FALSE(selected);
  EXPECT_EQ(text(pod.root()["metadata"]["annotations"]["railhead.dev/owner"]), "TrainingJob/physics/climate");
}

TEST(TestPod, TakesTheSizeOfTheProfile) {
  job::ClusterProfile cluster = sample::cluster();
  cluster.memlock_size = "2Gi";
  EXPECT_TRUE(of(sample::training(), cluster).has("--memlock-need 2147483648"));
}

}  // namespace
}  // namespace railhead::manifest::render
