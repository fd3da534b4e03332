#include "fabric/port/mtu.h"

#include <gtest/gtest.h>

namespace railhead::fabric {
namespace {

// include/rdma/ib_addr.h, iboe_get_mtu(): 96 bytes are kept for headers.
TEST(RocePayload, FollowsTheInterfaceAsInTheKernel) {
  EXPECT_EQ(roce_payload(9000), 4096U);
  EXPECT_EQ(roce_payload(4192), 4096U);
  EXPECT_EQ(roce_payload(4191), 2048U);
  EXPECT_EQ(roce_payload(1500), 1024U);
  EXPECT_EQ(roce_payload(1119), 512U);
  EXPECT_EQ(roce_payload(352), 256U);
}

TEST(RocePayload, NothingFitsATinyInterface) {
  EXPECT_EQ(roce_payload(351), 0U);
  EXPECT_EQ(roce_payload(0), 0U);
}

}  // namespace
}  // namespace railhead::fabric
