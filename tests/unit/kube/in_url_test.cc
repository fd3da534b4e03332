#include "kube/in_url.h"

#include <gtest/gtest.h>

namespace railhead::kube {
namespace {

TEST(InUrl, NothingLeavesItsSegment) {
  EXPECT_EQ(in_url("team-a.b_c9"), "team-a.b_c9");
  EXPECT_EQ(in_url("../x?y=1&z#"), "..%2Fx%3Fy%3D1%26z%23");
  EXPECT_EQ(in_url("ä \n"), "%C3%A4%20%0A");
}

}  // namespace
}  // namespace railhead::kube
