#include "tests/unit/text/node/pasted.h"

namespace railhead {
namespace {

using test::node_kinds_of;
using test::read_node;

/// "mlx5_0/1 out_of_sequence=5@paste:1"
std::string counters(std::string_view text) {
  const facts::Machine machine = read_node("rdma-counters", text);
  std::string all;
  for (const facts::Device& device : machine.rdma.devices.value_or({}))
    for (const facts::Port& port : device.ports)
      for (const auto& [name, value] : port.hw_counters)
        all += device.name + "/" + std::to_string(port.number) + " " + name + "=" + std::to_string(value) + "@" +
               port.counter_lines.at(name) + "\n";
  return all;
}

TEST(RdmaCounters, PathsWithTheirValues) {
  EXPECT_EQ(counters("/sys/class/infiniband/mlx5_0/ports/2/hw_counters/out_of_sequence:5\n"
                     "mlx5_1/ports/1/hw_counters/packet_seq_err: 7\n"
                     "/sys/class/infiniband/mlx5_1/ports/1/counters/port_rcv_errors:3\n"),
            "mlx5_0/2 out_of_sequence=5@paste:1\nmlx5_1/1 packet_seq_err=7@paste:2\nmlx5_1/1 port_rcv_errors=3@paste:3\n");
}

TEST(RdmaCounters, ValuesBelowTheirPath) {
  EXPECT_EQ(counters("==> /sys/class/infiniband/mlx5_0/ports/1/hw_counters/out_of_sequence <==\n11\n"
                     "# cat /sys/class/infiniband/mlx5_0/ports/1/hw_counters/packet_seq_err\n12\n13\n"),
            "mlx5_0/1 out_of_sequence=11@paste:2\nmlx5_0/1 packet_seq_err=12@paste:4\n");
}

TEST(RdmaCounters, RdmaStatistic) {
  EXPECT_EQ(counters("link mlx5_0/1 rx_write_requests 1 out_of_sequence 2\npacket_seq_err 3 req_cqe_error 4\n"
                     "link bnxt_re0/1\n    to_retransmits 9\n"),
            "mlx5_0/1 out_of_sequence=2@paste:1\nmlx5_0/1 packet_seq_err=3@paste:2\nmlx5_0/1 req_cqe_error=4@paste:2\n"
            "mlx5_0/1 rx_write_requests=1@paste:1\nbnxt_re0/1 to_retransmits=9@paste:4\n");
}

TEST(RdmaCounters, NamesThatTellWhatTheyAre) {
  EXPECT_EQ(counters("out_of_sequence: 4\nlifespan: 10\n"),
            "(unnamed)/1 lifespan=10@paste:2\n(unnamed)/1 out_of_sequence=4@paste:1\n");
}

TEST(RdmaCounters, TheFirstReadingStays) {
  EXPECT_EQ(counters("out_of_sequence 4\nout_of_sequence 9\n"), "(unnamed)/1 out_of_sequence=4@paste:1\n");
}

TEST(RdmaCounters, OtherTextIsNone) {
  for (const char* line : {"loss: 5", "epoch 12", "link mlx5_0/1 state ACTIVE physical_state LINK_UP", "out_of_sequence: many",
                           "/proc/counters/foo:3", "out_of_sequence:18446744073709551616"})
    EXPECT_EQ(node_kinds_of(line), "") << line;
}

TEST(RdmaSystem, TellsTheMode) {
  EXPECT_TRUE(read_node("rdma-system", "netns exclusive copy-on-fork on\n").rdma.netns_mode.is(facts::NetnsMode::exclusive));
  EXPECT_TRUE(read_node("rdma-system", "netns shared\n").rdma.netns_mode.is(facts::NetnsMode::shared));
  for (const char* line : {"netns private", "netns shared by all", "the netns shared"})
    EXPECT_EQ(node_kinds_of(line), "") << line;
}

}  // namespace
}  // namespace railhead
