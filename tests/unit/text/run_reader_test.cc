#include "text/nccl/run_reader.h"
#include "facts/log/run.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace railhead::text {
namespace {

facts::LogRun read(const std::vector<std::string>& messages) {
  RunReader reader;
  std::uint64_t number = 0;
  for (const std::string& message : messages) reader.take("gpu-a:70:71 [0] NCCL " + message, "job.log", ++number);
  return reader.run();
}

TEST(RunReader, ChannelsCountByWhatCarriesThem) {
  const facts::LogRun run = read({
      "INFO Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/0/GDRDMA",
      "INFO Channel 01/0 : 0[0] -> 8[0] [send] via NET/IB/1(3)/GDRDMA",
      "INFO Channel 02/0 : 8[0] -> 0[0] [receive] via NET/IBext_v8/0/GDRDMA(PCI)",
      "INFO Channel 03/0 : 8[0] -> 0[0] [receive] via NET/Socket/0",
      "INFO Channel 04/0 : 8[0] -> 0[0] [receive] via NET/Libfabric/0/Shared",
      "INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM",
      "INFO Channel 00/0 : 0[0] -> 2[2] via SHM/direct/direct",
  });
  ASSERT_EQ(run.ranks.size(), 1U);
  const facts::Channels& channels = run.ranks[0].channels;
  EXPECT_EQ(channels.rdma, 3U);
  EXPECT_EQ(channels.gpudirect, 3U);
  EXPECT_EQ(channels.pxn, 1U);
  EXPECT_EQ(channels.socket, 1U);
  EXPECT_EQ(channels.other, 1U);
  EXPECT_EQ(channels.p2p, 1U);
  EXPECT_EQ(channels.shared_memory, 1U);
  EXPECT_EQ(run.ranks[0].rdma_channel, "job.log:1");
}

TEST(RunReader, GpuDirectIsKeptWithTheReasonWhyItIsOff) {
  const facts::LogRun run = read({
      "INFO NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_4' (no module)",
      "INFO NET/IB : GPU Direct RDMA Enabled for HCA 1 'mlx5_5'",
      "INFO GPU Direct RDMA Disabled for GPU 3 / HCA 2 (distance 7 > 4), read 0 mode Default",
      "INFO GPU Direct RDMA Enabled for GPU 3 / HCA 1 (distance 4 <= 4), read 0 mode Default",
  });
  const facts::LogRank& rank = run.ranks.at(0);
  ASSERT_EQ(rank.gpudirect.size(), 2U);
  EXPECT_EQ(rank.gpudirect[0].hca, "mlx5_4");
  EXPECT_TRUE(rank.gpudirect[0].enabled.is(false));
  EXPECT_EQ(rank.gpudirect[0].why, "no module");
  EXPECT_TRUE(rank.gpudirect[1].enabled.is(true));
  EXPECT_EQ(rank.gpudirect[1].why, "");
  ASSERT_EQ(rank.too_far.size(), 1U);
  EXPECT_EQ(*rank.too_far[0], "HCA 2 (distance 7 > 4)");
}

TEST(RunReader, ThePluginIsTheOneThatWasLoaded) {
  EXPECT_EQ(read({"INFO P2P plugin v8 IBext_v8"}).ranks.at(0).plugin.value_or(""), "IBext_v8");
  EXPECT_EQ(read({"INFO P2P plugin IBext"}).ranks.at(0).plugin.value_or(""), "IBext");
  EXPECT_EQ(read({"INFO NET/Plugin: Loaded net plugin NCCL RDMA Plugin v8 (v8)"}).ranks.at(0).plugin.value_or(""),
            "NCCL RDMA Plugin v8");
  EXPECT_FALSE(read({"INFO NET/Plugin: Could not find: libnccl-net.so. Using internal network plugin."}).ranks.at(0).plugin);
}

TEST(RunReader, AVersionIsThatOfTheRankThatTellsIt) {
  RunReader reader;
  reader.take("gpu-a:70:71 [0] NCCL INFO NCCL version 2.21.5+cuda12.4", "job.log", 1);
  reader.take("gpu-b:80:81 [0] NCCL INFO NCCL version 2.26.2+cuda12.8", "job.log", 2);
  reader.take("gpu-c:90:91 [0] NCCL INFO Using network IB", "job.log", 3);
  const facts::LogRun& run = reader.run();
  ASSERT_EQ(run.ranks.size(), 3U);
  EXPECT_EQ(run.ranks[0].version.value_or(""), "2.21.5+cuda12.4");
  EXPECT_EQ(run.ranks[1].version.value_or(""), "2.26.2+cuda12.8");
  EXPECT_FALSE(run.ranks[2].version);
  EXPECT_EQ(run.version.value_or(""), "2.21.5+cuda12.4");
}

TEST(RunReader, TheFirstErrorOfARankIsKeptWithItsPlace) {
  const facts::LogRun run = read({
      "INFO Using network IB",
      "WARN Call to ibv_modify_qp failed with error Connection timed out",
      "WARN Got completion from peer 10.2.0.9<41000> with status=5 opcode=0 len=0 vendor err 249",
  });
  const facts::LogRank& rank = run.ranks.at(0);
  ASSERT_TRUE(rank.first_error);
  EXPECT_EQ(rank.first_error.source(), "job.log:2");
  EXPECT_EQ(run.events.size(), 2U);
}

}  // namespace
}  // namespace railhead::text
