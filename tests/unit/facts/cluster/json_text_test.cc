#include "facts/cluster/json_text.h"

#include <gtest/gtest.h>

namespace railhead::facts {
namespace {

TEST(JsonText, SaysWhereItBreaks) {
  EXPECT_FALSE(json_error("{\"type\": \"sriov\", \"ipam\": {}}"));
  EXPECT_FALSE(json_error("[]"));
  for (const char* text :
       {"", "{type: sriov}", "{\"a\": 1,}", "{'a': 1}", "{\"a\": 1} # not json", "{\"a\": 1", "type = sriov"})
    EXPECT_TRUE(json_error(text)) << text;
  const auto error = json_error("{\n  \"a\": 1,\n}");
  ASSERT_TRUE(error);
  EXPECT_TRUE(error->starts_with("line 3, column 1:")) << *error;
}

TEST(JsonText, BearsDepthAndBytesThatAreNoText) {
  EXPECT_TRUE(json_error(std::string(200'000, '[')));
  EXPECT_TRUE(json_error("\"\xff\""));
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_FALSE(json_error(deep));
}

}  // namespace
}  // namespace railhead::facts
