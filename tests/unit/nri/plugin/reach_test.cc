#include "nri/plugin/link/reach.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

namespace railhead::nri {
namespace {

sys::Descriptor bound(const std::string& path) {
  sys::Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  if (::bind(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) std::abort();
  return socket;
}

class ReachTest : public testing::Test {
 protected:
  ~ReachTest() override { std::filesystem::remove_all(folder_); }
  std::string folder_ = "/tmp/railhead-reach-" + std::to_string(::getpid());
  std::string path_ = (std::filesystem::create_directories(folder_), folder_ + "/nri.sock");
};

TEST_F(ReachTest, NothingThere) {
  const auto reached = reach(path_);
  ASSERT_FALSE(reached);
  EXPECT_EQ(reached.error().trouble, Trouble::absent);
  for (const char* part : {"disable = false", "io.containerd.nri.v1.nri", "enable_nri = true", "[crio.nri]"})
    EXPECT_NE(reached.error().suggestion.find(part), std::string::npos) << part;
}

TEST_F(ReachTest, NobodyListens) {
  const auto socket = bound(path_);
  const auto reached = reach(path_);
  ASSERT_FALSE(reached);
  EXPECT_EQ(reached.error().trouble, Trouble::refuses);
}

TEST_F(ReachTest, Connected) {
  const auto socket = bound(path_);
  ASSERT_EQ(::listen(socket.number(), 1), 0);
  const auto reached = reach(path_);
  ASSERT_TRUE(reached);
  EXPECT_TRUE(reached->open());
}

TEST_F(ReachTest, ARuntimeThatTakesNobodyDoesNotHoldUp) {
  const auto socket = bound(path_);
  ASSERT_EQ(::listen(socket.number(), 0), 0);
  const auto first = reach(path_);
  ASSERT_TRUE(first);
  const auto second = reach(path_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().trouble, Trouble::busy);
}

TEST(Reach, PathsThatNoSocketHas) {
  EXPECT_FALSE(fits_socket(""));
  EXPECT_TRUE(fits_socket("/" + std::string(106, 'x')));
  EXPECT_FALSE(fits_socket("/" + std::string(107, 'x')));
}

}  // namespace
}  // namespace railhead::nri
