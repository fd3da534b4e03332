// What --probe=open adds to the files: opened nodes and the answers of libibverbs.
#include <gtest/gtest.h>

#include <cerrno>

#include "probe/rdma/devices.h"
#include "probe/recorded_kernel.h"
#include "tests/support/tree.h"

namespace railhead::probe {
namespace {

using facts::Why;

constexpr const char* kTwoDevices = R"(
-- sys/class/infiniband/mlx5_0/ports/1/state --
4: ACTIVE
-- sys/class/infiniband/mlx5_0/ports/2/state --
4: ACTIVE
-- sys/class/infiniband/mlx5_1/ports/1/state --
4: ACTIVE
-- sys/class/infiniband_verbs/uverbs0/ibdev --
mlx5_0
-- sys/class/infiniband_verbs/uverbs1/ibdev --
mlx5_1
-- dev/infiniband/uverbs0 (c 231:192 0666 0:0) --
-- dev/infiniband/uverbs1 (c 231:193 0000 0:0) --
)";

class OpenLevel : public testing::Test {
 protected:
  facts::Rdma read(KernelAnswers answers) {
    const RecordedKernel kernel(std::move(answers));
    const sys::World world{.files = files.world().files, .kernel = kernel, .environ = files.world().environ, .live = true};
    facts::Rdma rdma = probe::rdma(world, Level::open, {});
    EXPECT_TRUE(rdma.devices && rdma.devices->size() == 2);
    return rdma;
  }

  test::FileWorld files{kTwoDevices};
};

TEST_F(OpenLevel, NodesAreOpened) {
  KernelAnswers answers;
  answers.opens.emplace("/dev/infiniband/uverbs0", true);
  answers.opens.emplace("/dev/infiniband/uverbs1", std::unexpected(sys::Errno{EACCES}));
  const facts::Rdma rdma = read(std::move(answers));
  EXPECT_TRUE(rdma.devices->at(0).uverbs_node.opens.is(true));
  const auto& closed = rdma.devices->at(1).uverbs_node;
  EXPECT_TRUE(closed.present.is(true));
  EXPECT_TRUE(closed.mode.is(0));
  EXPECT_EQ(closed.opens.missing().why, Why::denied);
  EXPECT_EQ(closed.opens.missing().detail, "EACCES");
  EXPECT_TRUE(rdma.rdma_cm.present.is(false));
}

TEST_F(OpenLevel, LibibverbsTellsMtusAndWhatItCannotOpen) {
  KernelAnswers answers;
  answers.verbs = std::vector<sys::VerbsDevice>{
      {.name = "mlx5_0", .opened = 0, .ports = {{.number = 2, .active_mtu = 4096, .max_mtu = 4096}}},
      {.name = "mlx5_1", .opened = ENOMEM, .ports = {}}};
  const facts::Rdma rdma = read(std::move(answers));
  const facts::Device& one = rdma.devices->at(0);
  EXPECT_TRUE(one.verbs_lists.is(true));
  EXPECT_TRUE(one.verbs_opens.is(true));
  EXPECT_EQ(one.ports.at(0).active_mtu.missing().why, Why::unavailable);
  EXPECT_TRUE(one.ports.at(1).active_mtu.is(4096));
  const facts::Device& other = rdma.devices->at(1);
  EXPECT_TRUE(other.verbs_lists.is(true));
  EXPECT_EQ(other.verbs_opens.missing().detail, "ENOMEM");
  EXPECT_EQ(other.ports.at(0).max_mtu.missing().detail, "ENOMEM");
}

TEST_F(OpenLevel, ADeviceThatLibibverbsDoesNotList) {
  KernelAnswers answers;
  answers.verbs = std::vector<sys::VerbsDevice>{};
  const facts::Rdma rdma = read(std::move(answers));
  EXPECT_TRUE(rdma.devices->at(0).verbs_lists.is(false));
  EXPECT_EQ(rdma.devices->at(0).verbs_opens.missing().why, Why::unavailable);
}

TEST_F(OpenLevel, LibibverbsThatDoesNotLoadIsNotADeviceThatIsNotListed) {
  KernelAnswers answers;
  answers.verbs = std::unexpected(sys::Errno{ENOSYS});
  const facts::Rdma rdma = read(std::move(answers));
  EXPECT_EQ(rdma.devices->at(0).verbs_lists.missing().why, Why::unavailable);
  EXPECT_EQ(rdma.devices->at(0).verbs_lists.missing().detail, "ENOSYS");
}

}  // namespace
}  // namespace railhead::probe
