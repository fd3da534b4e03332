// The pod that tries the network, and its script, run here with programs in the place of railhead.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
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

constexpr const char* kExec = "while [ \"$1\" != -- ]; do shift; done\nshift\nexec \"$@\"\n";

struct Fakes {
  std::string doctor;
  std::string interfaces = "lo";
  std::string exec = kExec;  // starts what is behind "--"
};

/// Runs the container's command with `exec` and `doctor` as what railhead is, and `interfaces` as those of the pod.
Ended run(const Fakes& fakes) {
  const Made pod = of(sample::training(), sample::cluster());
  const std::string folder = testing::TempDir() + "test_pod." + std::to_string(getpid());
  std::ofstream(folder + ".railhead") << "#!/bin/sh\nif [ \"$1\" = exec ]; then\n" << fakes.exec << "fi\n" << fakes.doctor;
  chmod((folder + ".railhead").c_str(), 0755);
  std::ofstream(folder + ".env") << "NCCL_IB_DISABLE=1\n";
  std::string command = "NCCL_IB_DISABLE=1";
  for (std::string word : sample::texts(main_of(pod.root())["command"])) {
    replace(word, "/opt/railhead/railhead", folder + ".railhead");
    replace(word, "/dev/shm/railhead.env", folder + ".env");
    replace(word, "in net1 net2;", "in " + fakes.interfaces + ";");
    command += " " + base::shell_word(word);
  }
  Ended ended;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return ended;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) ended.said += buffer.data();
  ended.code = WEXITSTATUS(pclose(pipe));
  for (const char* end : {".railhead", ".env"}) unlink((folder + end).c_str());
  return ended;
}

TEST(TestPod, SaysPassInOneLine) {
  const Ended ended = run({"echo 'ok mlx5_0:1 is active'\necho\necho 'A job started here would use RDMA.'\n"});
  EXPECT_EQ(ended.said, "PASS A job started here would use RDMA.\n");
  EXPECT_EQ(ended.code, 0);
}

TEST(TestPod, SaysTheFirstErrorInOneLine) {
  const Ended ended = run({"printf 'ok fine\\nXX port \"1\" is $DOWN \\\\n\\n    why\\nXX other\\nlast\\n'\nexit 1\n"});
  EXPECT_EQ(ended.said, "FAIL: port \"1\" is $DOWN \\n\n");
  EXPECT_EQ(ended.code, 1);
}

TEST(TestPod, SaysThatDoctorCouldNotTell) {
  const Ended ended = run({"echo 'not known'\nexit 3\n"});
  EXPECT_EQ(ended.said, "FAIL: railhead doctor ended with 3: not known\n");
  EXPECT_EQ(ended.code, 1);
}

TEST(TestPod, MissesInterfaces) {
  const Ended ended = run({.doctor = "exit 0\n", .interfaces = "lo net77"});
  EXPECT_EQ(ended.said, "FAIL: interface net77 of the networks is not in the pod\n");
  EXPECT_EQ(ended.code, 1);
}

TEST(TestPod, SaysWhyExecStartedNothing) {
  const Ended ended = run({.doctor = "exit 0\n", .exec = "echo 'railhead: no room: ENOSPC\nTake more.' >&2\nexit 125\n"});
  EXPECT_EQ(ended.said, "FAIL: railhead exec ended with 125: no room: ENOSPC\n");
  EXPECT_EQ(ended.code, 1);
}

TEST(TestPod, SaysThatRailheadIsNotThere) {
  const Ended ended = run({.doctor = "exit 0\n", .exec = "exec /nowhere/railhead\n"});
  EXPECT_THAT(ended.said, testing::MatchesRegex("FAIL: railhead exec ended with 127: [^\n]*/nowhere/railhead[^\n]*\n"));
  EXPECT_EQ(ended.code, 1);
}

TEST(TestPod, SaysThatDoctorWasKilled) {
  const Ended ended = run({"kill -9 $$\n"});
  EXPECT_EQ(ended.said, "FAIL: railhead doctor ended with 137\n");
  EXPECT_EQ(ended.code, 1);
}

TEST(TestPod, WhatExecSetIsNotTakenForTheUsers) {
  EXPECT_EQ(run({"echo \"[$NCCL_IB_DISABLE] $*\"\n"}).said,
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
      EXPECT_THAT(script, HasSubstr(" climate-test /opt/railhead/railhead exec --quiet --env-file "));
      EXPECT_THAT(script,
                  HasSubstr(fabric == job::Fabric::shared_infiniband ? "interface in; do" : "interface in net1 net2; do"));
    }
}

TEST(TestPod, RunsACopyWhereTheLaunchersFileCarriesCapabilities) {
  job::ClusterProfile cluster = sample::cluster();
  EXPECT_FALSE(of(sample::training(), cluster).has("/opt/doctor"));
  cluster.memlock = MemlockWay::launcher;
  const Made pod = of(sample::training(), cluster);
  const Value spec = pod.root()["spec"];
  EXPECT_TRUE(pod.has("\"$0\" exec --install /opt/doctor >/dev/null || exit\n"));
  EXPECT_TRUE(pod.has("exec /opt/doctor/railhead doctor "));
  EXPECT_EQ(text(sample::named(main_of(pod.root())["volumeMounts"], "doctor")["mountPath"]), "/opt/doctor");
  EXPECT_TRUE(sample::named(spec["volumes"], "doctor")["emptyDir"]);
  EXPECT_TRUE(sample::named(spec["initContainers"], "railhead-install"));
}

TEST(TestPod, IsRefusedForTcp) {
  job::TrainingJob job = sample::training();
  job.mode = job::Mode::tcp;
  const auto objects = test_pod({.job = job, .cluster = sample::cluster()});
  ASSERT_FALSE(objects);
  EXPECT_EQ(objects.error().message, "spec.mode: tcp, and a test pod tries RDMA");
  EXPECT_THAT(objects.error().suggestion, HasSubstr("--mode rdma"));
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
