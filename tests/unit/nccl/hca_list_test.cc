#include "nccl/hca_list.h"

#include <gtest/gtest.h>

namespace railhead::nccl {
namespace {

struct Case {
  const char* list;
  const char* device;
  unsigned port;
  bool used;
};

TEST(HcaList, AsNcclReadsIt) {
  for (const Case& one : std::initializer_list<Case>{
           {"", "mlx5_0", 1, true},
           {"mlx5", "mlx5_7", 1, true},
           {"mlx5_1", "mlx5_10", 1, true},
           {"=mlx5_1", "mlx5_10", 1, false},
           {"=mlx5_1", "mlx5_1", 2, true},
           {"=mlx5_1:1", "mlx5_1", 2, false},
           {"=mlx5_0:1,mlx5_1:2", "mlx5_1", 2, true},
           {"mlx5_1:0", "mlx5_1", 1, false},
           {"^mlx5_", "mlx5_3", 1, false},
           {"^mlx5_", "irdma0", 1, true},
           {"^=mlx5_1,mlx5_4", "mlx5_10", 1, true},
           {"^=mlx5_1,mlx5_4", "mlx5_4", 1, false},
           {"=mlx5_0::0:1", "mlx5_0", 2, true},
           {"=mlx5_0:1:0:1", "mlx5_0", 2, false},
           {"^", "mlx5_0", 1, false},
           {",", "mlx5_0", 1, true},
           {"=", "mlx5_0", 1, true},
       })
    EXPECT_EQ(lets_use(one.list, one.device, one.port), one.used) << one.list << " " << one.device << ":" << one.port;
}

}  // namespace
}  // namespace railhead::nccl
