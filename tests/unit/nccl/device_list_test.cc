#include "nccl/ib/device_list.h"

#include <gtest/gtest.h>

namespace railhead::nccl {
namespace {

bool uses(const char* list, const char* device, std::optional<int> port = 1) {
  return selects(parse_device_list(list), device, port);
}

struct Row {
  const char* list;
  const char* device;
  int port;
  bool used;
};

// One row for each way in which matchIfList() of NCCL decides.
TEST(DeviceList, SelectsAsNcclDoes) {
  for (const Row& row : {Row{"", "mlx5_0", 1, true},
                         Row{"mlx5_1", "mlx5_1", 1, true},
                         Row{"mlx5_1", "mlx5_10", 1, true},
                         Row{"=mlx5_1", "mlx5_10", 1, false},
                         Row{"=mlx5_1", "mlx5_1", 2, true},
                         Row{"mlx5", "mlx5_3", 1, true},
                         Row{"mlx5_0:2", "mlx5_0", 1, false},
                         Row{"mlx5_0:0", "mlx5_0", 1, false},
                         Row{"mlx5_0:x", "mlx5_0", 1, false},
                         Row{"mlx5_0:-1", "mlx5_0", 1, true},
                         Row{"mlx5_0:1:2:0", "mlx5_0", 1, true},
                         Row{"mlx5_0::2", "mlx5_0", 1, true},
                         Row{"^mlx5_", "mlx5_0", 1, false},
                         Row{"^mlx5_", "bnxt_re0", 1, true},
                         Row{"^=mlx5_1", "mlx5_10", 1, true},
                         Row{"^mlx5_1", "mlx5_10", 1, false},
                         Row{"^mlx5_0:1", "mlx5_0", 2, true},
                         Row{"^", "mlx5_0", 1, false},
                         Row{"=", "mlx5_0", 1, true},
                         Row{"=^mlx5_0", "mlx5_0", 1, false},
                         Row{",,mlx5_0,", "mlx5_0", 1, true},
                         Row{"mlx5_0, mlx5_1", "mlx5_1", 1, false},
                         Row{"mlx5_*", "mlx5_1", 1, false}})
    EXPECT_EQ(uses(row.list, row.device, row.port), row.used) << row.list << " " << row.device << ":" << row.port;
}

TEST(DeviceList, TakesInterfacesWhateverPortIsGiven) { EXPECT_TRUE(uses("eth0:3", "eth0", std::nullopt)); }

TEST(DeviceList, ReadsNoMoreEntriesThanNcclHasRoomFor) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "dev" + std::to_string(i) + ",";
  EXPECT_EQ(parse_device_list(text).entries.size(), kMostDevices);
  EXPECT_EQ(parse_device_list(text, kMostInterfaces).entries.size(), kMostInterfaces);
}

}  // namespace
}  // namespace railhead::nccl
