#include <gtest/gtest.h>

#include "base/format.h"
#include "text/case.h"

namespace railhead::text {
namespace {

Case read(const std::string& log) {
  CaseReader reader;
  reader.begin("log");
  reader.take(log);
  reader.end();
  return reader.finish();
}

TEST(FamiliarLines, AFaultIsSeenBehindManyLinesThatDifferFromItInTheirNumbers) {
  std::string log;
  for (int step = 0; step < 100; ++step) log += base::format("app: Got completion with status={} vendor_err=0\n", 0 * step);
  log += "app: Got completion with status=12 vendor_err=129\n";
  const Case read_case = read(log);
  ASSERT_EQ(read_case.log.events.size(), 1U);
  EXPECT_EQ(read_case.log.events[0].completion.status, 12U);
  EXPECT_EQ(read_case.log.events[0].source, "log:101");
}

TEST(FamiliarLines, AListingIsReadBehindManyLinesOfTraining) {
  std::string log;
  for (int step = 0; step < 100; ++step) log += base::format("step {} loss 0.{}\n", step, step * 7);
  log += "NCCL_IB_DISABLE=1\n";
  const Case read_case = read(log);
  EXPECT_EQ(read_case.inputs[0].lines, 101U);
  EXPECT_EQ(read_case.inputs[0].unrecognised, 100U);
  EXPECT_EQ(read_case.inputs[0].first_unrecognised, 1U);
  ASSERT_TRUE(read_case.machines[0].environment.variables.has());
}

TEST(FamiliarLines, LinesOfNcclCountInEachFormOfTheirStart) {
  const Case read_case = read(
      "node-a:10:11 [0] NCCL INFO Using network IB\n"
      "[1,0]<stdout>:node-a:10:11 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[0] [receive] via NET/IB/0\n"
      "2026-01-02 03:04:05 node-a:10:11 [0] NCCL INFO Channel 01/0 : 1[0] -> 0[0] [send] via NET/IB/0/GDRDMA\n"
      "node-a:10:11 [0] [2026-01-02 03:04:05] misc/socket.cc:1 NCCL WARN something\n"
      "NCCL INFO Channel 00/0 : 0[0] -> 1[0] [send] via NET/Socket/0\n"
      "node-a:10:11 [0] NCCL INFO Trees [0] 1/-1/-1->0->-1\n");
  EXPECT_EQ(read_case.log.lines, 6U);
  EXPECT_EQ(read_case.log.ranks[0].channels.rdma, 2U);
  EXPECT_EQ(read_case.log.ranks[0].channels.gpudirect, 1U);
}

}  // namespace
}  // namespace railhead::text
