#include "nri/plugin/policy_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace railhead::nri {
namespace {

class PolicyFileTest : public testing::Test {
 protected:
  ~PolicyFileTest() override { std::filesystem::remove_all(folder_); }
  std::string folder_ = "/tmp/railhead-policy-" + std::to_string(::getpid());
  std::string path_ = (std::filesystem::create_directories(folder_), folder_ + "/policy.yaml");
};

TEST_F(PolicyFileTest, TheBuiltInOneWithoutAFile) {
  const auto policy = load_policy("");
  ASSERT_TRUE(policy);
  EXPECT_EQ(policy->rules.size(), default_policy().rules.size());
}

TEST_F(PolicyFileTest, ErrorsNameTheFile) {
  std::ofstream(path_) << "kind: Other\n";
  const auto policy = load_policy(path_);
  ASSERT_FALSE(policy);
  EXPECT_NE(policy.error().message.find(path_ + ":1:"), std::string::npos) << policy.error().message;
}

TEST_F(PolicyFileTest, NothingThatWouldHoldItUp) {
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  for (const std::string& path : {path_, folder_, std::string("/dev/zero")}) {
    const auto read = read_file(path, 1000);
    ASSERT_FALSE(read) << path;
    EXPECT_EQ(read.error().cause, "it is no regular file");
  }
  EXPECT_EQ(read_file(folder_ + "/absent", 1000).error().code, base::Code::not_found);
}

TEST_F(PolicyFileTest, ABound) {
  std::ofstream(path_) << std::string(1000, 'x');
  EXPECT_TRUE(read_file(path_, 1000));
  EXPECT_FALSE(read_file(path_, 999));
}

TEST(NodeMemory, OfMeminfo) {
  EXPECT_EQ(memory_of("MemTotal:       24684084 kB\nMemFree: 1 kB\n"), std::uint64_t{24'684'084} * 1024U);
  EXPECT_EQ(memory_of(""), 0U);
  EXPECT_EQ(memory_of("MemTotal:\n"), 0U);
  EXPECT_EQ(memory_of("MemTotal: many kB\n"), 0U);
  EXPECT_EQ(memory_of("MemTotal: 18446744073709551615 kB\n"), 0U);
  EXPECT_GT(node_memory(), 0U);
}

}  // namespace
}  // namespace railhead::nri
