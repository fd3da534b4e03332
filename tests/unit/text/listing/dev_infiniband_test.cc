#include "tests/unit/text/listing/pasted.h"

namespace railhead {
namespace {

using test::pasted;
using Names = std::vector<std::string>;

constexpr const char* kLong = R"(total 0
drwxr-xr-x  2 root root      100 Feb  3 11:02 ./
drwxr-xr-x 15 root root     3300 Feb  3 11:02 ../
crw-------  1 root root 231,  64 Feb  3 11:02 issm0
crw-rw----. 1 root   27  10, 58 Feb  3 11:02 rdma_cm
crw-rw-rw-  1 root rdma 231, 194 Feb  3 11:02 uverbs2
crw-rw-rw-  1 root root 231, 192 Feb  3 11:02 /dev/infiniband/uverbs0
)";

TEST(DevInfiniband, Nodes) {
  const facts::Machine machine = pasted("/dev/infiniband", kLong);
  EXPECT_EQ(*machine.rdma.nodes, (Names{"issm0", "rdma_cm", "uverbs0", "uverbs2"}));
  const facts::DeviceNode& node = machine.rdma.rdma_cm;
  EXPECT_EQ(node.path, "/dev/infiniband/rdma_cm");
  EXPECT_TRUE(node.present.is(true));
  EXPECT_TRUE(node.mode.is(0660));
  EXPECT_TRUE(node.uid.is(0));
  EXPECT_TRUE(node.gid.is(27));
  EXPECT_EQ(node.mode.source(), "paste:5");
  EXPECT_TRUE(node.opens.not_asked());
  EXPECT_TRUE(machine.rdma.devices.not_asked()) << "nodes do not name devices";
}

TEST(DevInfiniband, NodeOfAKnownDevice) {
  const facts::Machine known = pasted("sysfs", "/sys/class/infiniband_verbs/uverbs2/ibdev:mlx5_7\n");
  const facts::Machine machine = pasted("/dev/infiniband", kLong, known);
  const facts::DeviceNode& node = test::device(machine, "mlx5_7").uverbs_node;
  EXPECT_EQ(node.path, "/dev/infiniband/uverbs2");
  EXPECT_TRUE(node.present.is(true));
  EXPECT_TRUE(node.mode.is(0666));
  EXPECT_TRUE(node.gid.not_asked()) << "the number of a group's name is not known";
}

TEST(DevInfiniband, NamesAlone) {
  const facts::Machine machine = pasted("/dev/infiniband", "rdma_cm  umad0  uverbs0\nuverbs1\n");
  EXPECT_EQ(*machine.rdma.nodes, (Names{"rdma_cm", "umad0", "uverbs0", "uverbs1"}));
  EXPECT_TRUE(machine.rdma.rdma_cm.mode.not_asked());
}

TEST(DevInfiniband, NoFolder) {
  const facts::Machine machine = pasted("/dev/infiniband", "ls: cannot access '/dev/infiniband/': No such file or directory\n");
  EXPECT_EQ(machine.rdma.nodes.missing().why, facts::Why::not_found);
  EXPECT_TRUE(machine.rdma.rdma_cm.present.is(false));
}

TEST(DevInfiniband, OtherNodesAreNotShown) {
  const text::Kind& kind = test::kind("/dev/infiniband");
  EXPECT_FALSE(kind.shows("crw-rw-rw- 1 root root 195, 0 Feb  3 11:02 nvidia0"));
  EXPECT_FALSE(kind.shows("-rw-rw-rw- 1 root root 231, 0 Feb  3 11:02 uverbs0"));
  EXPECT_FALSE(kind.shows("uverbs0")) << "a word alone may stand anywhere";
  EXPECT_FALSE(kind.shows("ls: cannot access '/dev/infiniband/uverbs9': No such file or directory"));
}

}  // namespace
}  // namespace railhead
