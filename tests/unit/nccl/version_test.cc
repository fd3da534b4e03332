#include "nccl/installed/version.h"

#include <gtest/gtest.h>

namespace railhead::nccl {
namespace {

facts::Software software(const std::vector<std::pair<std::string, std::string>>& libraries) {
  std::vector<facts::Library> found;
  for (const auto& [name, version] : libraries)
    found.push_back({.name = name, .path = {}, .version = {version, "/usr/lib/" + name}, .loads = {}});
  facts::Software software;
  software.nccl = {std::move(found), "/usr/lib"};
  return software;
}

TEST(NcclVersion, ReadsFileAndPackageVersions) {
  EXPECT_EQ(parse_version("2.26.2"), (Version{2, 26}));
  EXPECT_EQ(parse_version("2.21.5-1+cuda12.4"), (Version{2, 21}));
}

TEST(NcclVersion, RefusesWhatIsNone) {
  for (const char* text : {"", "2", "2.", "two.26", "2.99999999999", "-2.26"}) EXPECT_FALSE(parse_version(text)) << text;
}

TEST(NcclVersion, ComparesByNumberNotByText) { EXPECT_LT(*parse_version("2.9.8"), *parse_version("2.21.5")); }

TEST(OldestNccl, CountsTheOldestOfSeveral) {
  EXPECT_EQ(oldest_version(software({{"libnccl.so.2", "2.27.3"}, {"libnccl.so.2", "2.18.5"}})), (Version{2, 18}));
}

TEST(OldestNccl, SaysNothingWhereOneIsNotKnown) {
  EXPECT_FALSE(oldest_version(software({})));
  EXPECT_FALSE(oldest_version(software({{"libnccl.so.2", "2.27.3"}, {"libnccl.so.2", "2"}})));
  EXPECT_FALSE(oldest_version(software({{"librccl.so.1", "1.0.70200"}})));
  EXPECT_FALSE(oldest_version(facts::Software{}));
}

}  // namespace
}  // namespace railhead::nccl
