#include "text/bandwidth/table_reader.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace railhead::text {
namespace {

std::vector<facts::BandwidthTable> read(std::string_view text) {
  TableReader reader;
  reader.begin();
  std::uint64_t number = 0;
  for (std::string_view line : base::lines(text)) reader.take(line, "t", ++number);
  return reader.tables();
}

TEST(TableReader, ReadsNcclTestsBehindALaunchersPrefix) {
  const auto tables = read(R"([1,0]<stdout>:# nThread 1 nGpus 1 minBytes 8 maxBytes 16
[1,0]<stdout>:#  Rank  0 Group  0 Pid   3101 on  node-a device  0 [0x1b] NVIDIA H100
[1,0]<stdout>:#  Rank  1 Group  0 Pid   3102 on  node-a device  1 [0x2b] NVIDIA H100
[1,0]<stdout>:#  Rank  2 Group  0 Pid   9102 on  node-b device  0 [0x1b] NVIDIA H100
[1,0]<stdout>:#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
[1,0]<stdout>:           8             2     float     sum      -1    37.43    0.25    0.50      0    36.82    0.25    0.75      2
node-a:3101:3101 [0] NCCL INFO comm 0x1 rank 0
[1,0]<stdout>:          16             4     float     sum      -1    37.43    0.25    1.50    N/A    36.82    0.25    0.75    N/A
[1,0]<stdout>:# Out of bounds values : 0 OK
[1,0]<stdout>:# Avg bus bandwidth    : 0.875
)");
  ASSERT_EQ(tables.size(), 1U);
  const facts::BandwidthTable& table = tables.front();
  EXPECT_EQ(table.source, "t:5");
  EXPECT_EQ(table.ranks, 3U);
  EXPECT_EQ(table.hosts, (std::vector<std::string>{"node-a", "node-b"}));
  EXPECT_TRUE(table.reduces);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0].bytes, 8U);
  EXPECT_DOUBLE_EQ(table.rows[0].rate, 0.5);
  EXPECT_DOUBLE_EQ(table.rows[0].in_place.value_or(0), 0.75);
  EXPECT_EQ(table.rows[0].wrong, 2U);
  EXPECT_EQ(table.rows[1].wrong, std::nullopt);
  EXPECT_DOUBLE_EQ(table.average.value_or(0), 0.875);
  EXPECT_EQ(table.out_of_bounds.value_or(9), 0U);
}

TEST(TableReader, TheOlderColumnIsADifferenceAndNoCount) {
  const auto tables =
      read(R"(#       size         count    type   redop     time   algbw   busbw  error     time   algbw   busbw  error
        1024           256   float     sum    37.43    0.25    0.50  4e-07    36.82    0.25    0.75  4e-07
)");
  ASSERT_EQ(tables.size(), 1U);
  ASSERT_EQ(tables[0].rows.size(), 1U);
  EXPECT_EQ(tables[0].rows[0].wrong, std::nullopt);
  EXPECT_FALSE(tables[0].reduces) << "the column of the root is not there: which test it was is not certain";
}

TEST(TableReader, ReadsPerftestInItsUnits) {
  const std::string head = R"(                    Send Bidirectional BW Test
 Dual-port       : OFF		Device         : mlx5_3
 local address: LID 0000 QPN 0x0108 PSN 0x4bdb1b
 GID: 00:00:00:00:00:00:00:00:00:00:255:255:10:20:00:01
 remote address: LID 0000 QPN 0x0109 PSN 0x4bdb1c
 GID: 00:00:00:00:00:00:00:00:00:00:255:255:10:20:00:02
)";
  const auto gigabits =
      read(head + " #bytes #iterations BW peak[Gb/sec] BW average[Gb/sec] MsgRate[Mpps]\n 65536 5000 0.00 80.00 0.15\n");
  ASSERT_EQ(gigabits.size(), 1U);
  EXPECT_TRUE(gigabits[0].both_ways);
  EXPECT_EQ(gigabits[0].device, "mlx5_3");
  EXPECT_EQ(gigabits[0].local, "00:00:00:00:00:00:00:00:00:00:255:255:10:20:00:01");
  EXPECT_EQ(gigabits[0].remote, "00:00:00:00:00:00:00:00:00:00:255:255:10:20:00:02");
  ASSERT_EQ(gigabits[0].rows.size(), 1U);
  EXPECT_DOUBLE_EQ(gigabits[0].rows[0].rate, 10);
  EXPECT_EQ(gigabits[0].rows[0].peak, std::nullopt);
  const auto mebibytes =
      read(" #bytes #iterations BW peak[MB/sec] BW average[MB/sec] MsgRate[Mpps]\n 65536 5000 2000.00 1000.00 0.15\n");
  ASSERT_EQ(mebibytes[0].rows.size(), 1U);
  EXPECT_DOUBLE_EQ(mebibytes[0].rows[0].rate, 1.048576);
  EXPECT_DOUBLE_EQ(mebibytes[0].rows[0].peak.value_or(0), 2.097152);
}

TEST(TableReader, RowsNeedTheirHeading) {
  EXPECT_TRUE(read("8 2 float sum -1 37.43 0.25 0.50 0 36.82 0.25 0.75 2\n65536 5000 2000.00 1000.00 0.15\n").empty());
  const auto cut = read(
      "#       size         count      type   redop    root     time   algbw   busbw #wrong\n8 2 float sum -1 37.43 0.25\n");
  ASSERT_EQ(cut.size(), 1U);
  EXPECT_TRUE(cut[0].rows.empty());
}

}  // namespace
}  // namespace railhead::text
