#include <gtest/gtest.h>

#include "probe/activity/processes.h"
#include "probe/activity/traffic.h"
#include "probe/archive_tree.h"
#include "probe/recorded_kernel.h"
#include "probe/recording_tree.h"

namespace railhead::probe {
namespace {

constexpr const char* kPinning = "Name:\tpython3\nVmLck:\t       0 kB\nVmPin:\t    2048 kB\n";
constexpr const char* kIdle = "Name:\tsh\nVmLck:\t       0 kB\nVmPin:\t       0 kB\n";

ArchiveTree tree_of(const std::vector<facts::ArchiveEntry>& entries) {
  ArchiveTree tree;
  for (const facts::ArchiveEntry& entry : entries) tree.put(entry);
  return tree;
}

sys::World world_of(const sys::FileTree& files) {
  static const RecordedKernel kernel{{}};
  static const sys::Environ none;
  return {.files = files, .kernel = kernel, .environ = none, .live = false};
}

facts::ArchiveEntry link(std::string name, std::string target) {
  return {.name = std::move(name), .kind = facts::EntryKind::link, .text = std::move(target)};
}

TEST(PinningProcesses, AreThoseThatPinOrHaveADeviceOpenAndTheFirst) {
  const ArchiveTree tree = tree_of({{.name = "proc/self/cgroup", .text = "0::/\n"},
                                    {.name = "proc/1/status", .text = kIdle},
                                    {.name = "proc/1/cgroup", .text = "0::/\n"},
                                    {.name = "proc/20/status", .text = kIdle},
                                    {.name = "proc/21/status", .text = kPinning},
                                    {.name = "proc/21/cgroup", .text = "0::/\n"},
                                    {.name = "proc/22/status", .text = kIdle},
                                    link("proc/22/fd/9", "/dev/infiniband/uverbs3"),
                                    link("proc/22/fd/10", "/dev/infiniband/uverbs3"),
                                    link("proc/22/fd/11", "/home/me/secret"),
                                    {.name = "proc/23/status", .text = kPinning},
                                    {.name = "proc/23/cgroup", .text = "0::/../another-pod\n"}});
  const std::vector<facts::PinningProcess> found = pinning_processes(world_of(tree), tree);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].id, 1U);
  EXPECT_FALSE(found[0].uses_rdma());
  EXPECT_EQ(found[1].id, 21U);
  EXPECT_EQ(found[1].name, "python3");
  EXPECT_EQ(found[1].process.vm_pin->value, 2048U * 1024);
  EXPECT_EQ(found[2].devices, std::vector<std::string>{"uverbs3"});
}

TEST(PinningProcesses, AreFoundAgainInARecordingThatHoldsThemAlone) {
  const ArchiveTree tree = tree_of({{.name = "proc/20/status", .text = kIdle},
                                    {.name = "proc/21/status", .text = kPinning},
                                    {.name = "proc/21/limits", .text = "Max locked memory   65536   65536   bytes\n"},
                                    link("proc/21/fd/3", "/home/me/secret"),
                                    link("proc/21/fd/4", "/dev/infiniband/uverbs0")});
  const RecordingTree recording(tree);
  EXPECT_EQ(pinning_processes(world_of(recording), tree).size(), 1U);
  ArchiveTree again;
  for (facts::ArchiveEntry& entry : recording.entries("")) {
    EXPECT_EQ(entry.name.find("proc/20"), std::string::npos) << entry.name;
    EXPECT_EQ(entry.text.find("secret"), std::string::npos) << entry.name;
    again.put(std::move(entry));
  }
  const std::vector<facts::PinningProcess> found = pinning_processes(world_of(again), again);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].process.memlock->soft, 65536U);
  EXPECT_EQ(found[0].devices, std::vector<std::string>{"uverbs0"});
}

TEST(Traffic, CountsWordsOfFourBytesAndBytes) {
  const ArchiveTree tree = tree_of({{.name = "proc/uptime", .text = "12345.67 4.00\n"},
                                    {.name = "sys/class/infiniband/mlx5_0/ports/1/counters/port_xmit_data", .text = "25\n"},
                                    {.name = "sys/class/infiniband/mlx5_0/ports/1/counters/port_rcv_data", .text = "50\n"},
                                    {.name = "sys/class/infiniband/efa_0/ports/1/hw_counters/tx_bytes", .text = "7\n"},
                                    {.name = "sys/class/infiniband/efa_0/ports/1/hw_counters/rx_bytes", .text = "8\n"},
                                    {.name = "sys/class/infiniband/rxe0/ports/1/state", .text = "4: ACTIVE\n"},
                                    {.name = "sys/class/net/lo/statistics/tx_bytes", .text = "1\n"},
                                    {.name = "sys/class/net/lo/statistics/rx_bytes", .text = "1\n"},
                                    {.name = "sys/class/net/eth0/statistics/tx_bytes", .text = "3\n"},
                                    {.name = "sys/class/net/eth0/statistics/rx_bytes", .text = "4\n"}});
  const facts::Traffic found = traffic(world_of(tree));
  EXPECT_TRUE(found.uptime.is(12345670));
  ASSERT_EQ(found.ports->size(), 3U);
  EXPECT_EQ((*found.ports)[0].device, "efa_0");
  EXPECT_EQ((*found.ports)[0].received, 8U);
  EXPECT_EQ((*found.ports)[1].sent, 100U);
  EXPECT_EQ((*found.ports)[1].received, 200U);
  EXPECT_FALSE((*found.ports)[2].sent);
  ASSERT_EQ(found.interfaces->size(), 1U);
  EXPECT_EQ(found.interfaces->front().sent, 3U);
}

TEST(Traffic, SaysWhatItCouldNotRead) {
  const ArchiveTree tree = tree_of({{.name = "proc/uptime", .text = "soon\n"}});
  const facts::Traffic found = traffic(world_of(tree));
  EXPECT_EQ(found.uptime.missing().why, facts::Why::malformed);
  EXPECT_FALSE(found.ports);
}

}  // namespace
}  // namespace railhead::probe
