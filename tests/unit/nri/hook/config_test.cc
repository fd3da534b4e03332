#include "nri/hook/config.h"

#include <gtest/gtest.h>

namespace railhead::nri {
namespace {

Config config_of(std::string_view text) {
  const base::Result<Config> config = read_config(text, "/b/config.json");
  EXPECT_TRUE(config) << config.error().message;
  return config.value_or(Config{});
}

TEST(HookConfig, WhatThePolicyLooksAt) {
  const Config config = config_of(R"({
    "annotations": {"io.container.manager": "cri-o", "empty": "", "smile": "\ud83d\ude00"},
    "process": {"args": ["sh"], "rlimits": [{"type": "RLIMIT_MEMLOCK", "hard": 18446744073709551615, "soft": 65536}]},
    "linux": {"devices": [{"path": "/dev/infiniband/uverbs0", "type": "c", "major": 231, "minor": 192},
                          {"path": "/dev/tty9", "type": "u", "major": 4, "minor": 9}]}})");
  EXPECT_EQ(config.annotations.size(), 3U);
  EXPECT_EQ(config.annotations.at("empty"), "");
  ASSERT_EQ(config.devices.size(), 2U);
  EXPECT_EQ(config.devices[0].path, "/dev/infiniband/uverbs0");
  EXPECT_EQ(config.devices[0].major, 231);
  EXPECT_EQ(config.devices[0].minor, 192);
  EXPECT_EQ(config.devices[1].type, "c");
  EXPECT_EQ(config.limits, (std::vector<Rlimit>{{.type = "RLIMIT_MEMLOCK", .soft = 65536, .hard = kUnlimited}}));
}

TEST(HookConfig, WhatMakesNoSenseIsLeftOut) {
  const Config config = config_of(R"({"annotations": {"number": 1, "list": [], "text": "x"},
    "process": {"rlimits": [{"type": "RLIMIT_MEMLOCK", "soft": "much", "hard": 1}, 5, {"soft": 1, "hard": 1}]},
    "linux": {"devices": [{"type": "c"}, "x", null]}})");
  EXPECT_EQ(config.annotations, (Texts{{"text", "x"}}));
  EXPECT_TRUE(config.limits.empty());
  EXPECT_TRUE(config.devices.empty());
}

TEST(HookConfig, AnEmptyObjectIsOne) {
  const Config config = config_of("{}");
  EXPECT_TRUE(config.annotations.empty() && config.devices.empty() && config.limits.empty());
}

TEST(HookConfig, ErrorsNameTheFile) {
  const auto config = read_config("{\n\"linux\": [1,,]}", "/b/config.json");
  ASSERT_FALSE(config);
  EXPECT_EQ(config.error().code, base::Code::malformed);
  EXPECT_TRUE(config.error().message.starts_with("/b/config.json is no JSON: line 2")) << config.error().message;
}

}  // namespace
}  // namespace railhead::nri
