#include "probe/rdma/traffic_class.h"

#include <gtest/gtest.h>

#include "tests/support/tree.h"

namespace railhead::probe {
namespace {

TEST(TrafficClass, TheTextOfTheDriver) {
  EXPECT_EQ(parse_traffic_class("Global tclass=106\n"), 106U);
  EXPECT_EQ(parse_traffic_class("src_ip=10.0.0.1,tclass=8\nGlobal tclass=96\n"), 96U);
  for (const char* text : {"", "Global tclass=-1\n", "Global tclass=256\n", "tclass=1\n", "Global tclass=a\n"})
    EXPECT_EQ(parse_traffic_class(text), std::nullopt) << text;
}

TEST(TrafficClass, BothPlaces) {
  test::FileWorld world(
      "-- sys/class/infiniband/mlx5_3/tc/1/traffic_class --\nGlobal tclass=96\n"
      "-- sys/kernel/config/rdma_cm/mlx5_3/ports/1/default_roce_tos --\n106\n");
  facts::Port port;
  add_traffic_class(world.tree(), "/sys/class/infiniband/mlx5_3", port);
  EXPECT_EQ(*port.forced_traffic_class, 96U);
  EXPECT_EQ(*port.cm_roce_tos, 106U);
  add_traffic_class(world.tree(), "/sys/class/infiniband/mlx5_4", port);
  EXPECT_EQ(port.forced_traffic_class.missing().why, facts::Why::not_found);
}

TEST(TrafficClass, Nonsense) {
  test::FileWorld world(
      "-- sys/class/infiniband/mlx5_3/tc/1/traffic_class !EACCES --\n"
      "-- sys/kernel/config/rdma_cm/mlx5_3/ports/1/default_roce_tos --\n300\n");
  facts::Port port;
  add_traffic_class(world.tree(), "/sys/class/infiniband/mlx5_3", port);
  EXPECT_EQ(port.forced_traffic_class.missing().why, facts::Why::denied);
  EXPECT_EQ(port.cm_roce_tos.missing().why, facts::Why::malformed);
}

}  // namespace
}  // namespace railhead::probe
