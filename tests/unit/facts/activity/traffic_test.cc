#include "facts/activity/traffic.h"

#include <gtest/gtest.h>

namespace railhead::facts {
namespace {

Traffic reading(std::uint64_t uptime, std::vector<PortTraffic> ports, std::vector<InterfaceTraffic> interfaces = {}) {
  return {.uptime = {uptime, "/proc/uptime"},
          .ports = {std::move(ports), "/sys/class/infiniband"},
          .interfaces = {std::move(interfaces), "/sys/class/net"}};
}

TEST(Movement, IsWhatBothReadingsCounted) {
  const auto moved = movement(reading(1000, {{"mlx5_0", 1, 10, 20}, {"mlx5_1", 1, 5, 5}}, {{"eth0", 1, 2}}),
                              reading(3000, {{"mlx5_0", 1, 110, 220}, {"mlx5_2", 1, 9, 9}}, {{"eth0", 2, 4}}));
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->milliseconds, 2000U);
  ASSERT_TRUE(moved->rdma);
  ASSERT_EQ(moved->rdma->size(), 1U);
  EXPECT_EQ(moved->rdma->front().name, "mlx5_0/1");
  EXPECT_EQ(moved->rdma->front().bytes, 300U);
  EXPECT_EQ(total(*moved->interfaces), 3U);
}

TEST(Movement, LeavesOutWhatWentBackOrIsNotCounted) {
  const auto moved = movement(reading(1000, {{"mlx5_0", 1, 10, 20}, {"irdma0", 1, {}, {}}}),
                              reading(2000, {{"mlx5_0", 1, 0, 30}, {"irdma0", 1, {}, {}}}));
  ASSERT_TRUE(moved);
  EXPECT_FALSE(moved->rdma);
}

TEST(Movement, IsNotKnownWithoutTime) {
  EXPECT_FALSE(movement({}, reading(2000, {})));
  EXPECT_FALSE(movement(reading(2000, {}), reading(2000, {})));
  EXPECT_FALSE(movement(reading(2000, {}), reading(1000, {})));
}

}  // namespace
}  // namespace railhead::facts
