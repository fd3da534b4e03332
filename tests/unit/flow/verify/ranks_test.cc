#include "flow/verify/ranks.h"

#include <gtest/gtest.h>

#include "flow/verify/missing.h"

namespace railhead::flow {
namespace {

using facts::RankWay;

facts::LogRank rank_of(const std::string& host, unsigned number, const char* network) {
  facts::LogRank rank{.host = host, .rank = number, .ranks = 3};
  rank.network = {network, "log:1"};
  return rank;
}

TakenPod pod_of(std::string name, std::vector<facts::LogRank> ranks = {}) {
  TakenPod pod;
  pod.pod.name = std::move(name);
  pod.log.ranks = std::move(ranks);
  pod.log.names_network = true;
  return pod;
}

std::vector<facts::RankUse> rows_of(const TakenJob& job) { return ranks_of(job, whole_log(job.pods), {}); }

TEST(Ranks, AreInOrderAndThoseWithoutAfterThem) {
  TakenJob job;
  job.pods = {pod_of("b", {rank_of("b", 1, "Socket")}), pod_of("c"), pod_of("a", {rank_of("a", 0, "IB")})};
  job.pods[1].missing = "is gone";
  const std::vector<facts::RankUse> rows = rows_of(job);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].pod, "a");
  EXPECT_EQ(rows[0].way, RankWay::rdma);
  EXPECT_EQ(rows[1].way, RankWay::sockets);
  EXPECT_EQ(rows[2].way, RankWay::missing);
  EXPECT_EQ(rows[2].verdict, "missing: is gone");
  EXPECT_EQ(verdict_of(rows, whole_log(job.pods), {}),
            "1 of 3 ranks use RDMA; 1 over sockets; 1 missing; of the 3 ranks that the log counts, 2 are seen.");
}

TEST(Ranks, OfALaunchersLogAreThePodsThatItNames) {
  TakenJob job;
  job.pods = {pod_of("launcher", {rank_of("worker-0", 0, "IB"), rank_of("worker-1.job.team-a.svc", 1, "IB")}),
              pod_of("worker-0"), pod_of("worker-1")};
  job.pods[0].pod.launcher = true;
  const std::vector<facts::RankUse> rows = rows_of(job);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].pod, "worker-0");
  EXPECT_EQ(rows[1].pod, "worker-1");
}

TEST(Ranks, AreToldByCountersWhereNoLogTells) {
  TakenJob job;
  job.pods = {pod_of("a"), pod_of("b")};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::uint64_t bytes = i == 0 ? std::uint64_t{4} << 30U : 4096;
    job.pods[i].before = {.uptime = {std::uint64_t{1000}, ""},
                          .ports = {std::vector<facts::PortTraffic>{{"mlx5_0", 1, 0, 0}}, ""}};
    job.pods[i].after = facts::Traffic{.uptime = {std::uint64_t{2000}, ""},
                                       .ports = {std::vector<facts::PortTraffic>{{"mlx5_0", 1, bytes, 0}}, ""}};
  }
  const std::vector<facts::RankUse> rows = rows_of(job);
  EXPECT_EQ(rows[0].way, RankWay::rdma);
  EXPECT_EQ(rows[0].proof, facts::RankProof::counters);
  EXPECT_EQ(rows[1].way, RankWay::unknown) << "a trace of traffic proves nothing";
}

facts::PinningProcess process(std::string name, std::uint64_t pinned, std::uint64_t limit) {
  facts::PinningProcess found{.id = 1, .name = std::move(name)};
  found.process.vm_pin = {base::Bytes{pinned}, ""};
  found.process.memlock = {facts::Limit{limit, limit}, ""};
  found.process.capabilities = {facts::CapabilitySets{}, ""};
  return found;
}

TEST(Limits, AreThoseOfARankBeforeThoseOfItsContainersFirstProcess) {
  facts::Machine machine;
  machine.process.memlock = {facts::Limit{1, 1}, ""};
  put_in_place_of_ours({process("tini", 0, 2)}, machine);
  EXPECT_EQ(machine.process.memlock->soft, 1U) << "an init is no rank";
  put_in_place_of_ours({process("python3", 0, 3)}, machine);
  EXPECT_EQ(machine.process.memlock->soft, 3U);
  put_in_place_of_ours({process("bash", 0, 4), process("python3", 4096, 5)}, machine);
  EXPECT_EQ(machine.process.memlock->soft, 5U);
}

TEST(NotRunning, IsSaidWithItsReason) {
  EXPECT_EQ(why_not_running({.phase = "Failed", .reason = "Evicted", .message = "low on memory"}),
            "has failed (Evicted: low on memory)");
  EXPECT_EQ(why_not_running({.phase = "Pending"}), "is Pending");
  EXPECT_EQ(why_not_running({.phase = "Running", .reason = "CrashLoopBackOff", .container = "a"}),
            "its container 'a' is not running (CrashLoopBackOff)");
}

}  // namespace
}  // namespace railhead::flow
