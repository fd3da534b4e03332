#include "nri/plugin/link/appearance.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace railhead::nri {
namespace {

class AppearanceOfASocket : public testing::Test {
 protected:
  AppearanceOfASocket() { std::filesystem::create_directories(folder_); }
  ~AppearanceOfASocket() override { std::filesystem::remove_all(place_); }

  void make(const std::string& name) const { std::ofstream(folder_ / name) << "x"; }

  std::filesystem::path place_ = std::filesystem::path(testing::TempDir()) / ("appearance-" + std::to_string(::getpid()));
  std::filesystem::path folder_ = place_ / "nri";
  Appearance appearance_{(folder_ / "nri.sock").string()};
};

TEST_F(AppearanceOfASocket, IsSeenOnce) {
  appearance_.look();
  EXPECT_FALSE(appearance_.came());
  make("other.sock");
  EXPECT_FALSE(appearance_.came()) << "a file of another name";
  make("nri.sock");
  EXPECT_TRUE(appearance_.came());
  EXPECT_FALSE(appearance_.came());
}

TEST_F(AppearanceOfASocket, IsSeenAmongManyOthers) {
  appearance_.look();
  for (int i = 0; i < 300; ++i) make("socket-of-another-plugin-" + std::to_string(i));
  make("nri.sock");
  for (int i = 300; i < 600; ++i) make("socket-of-another-plugin-" + std::to_string(i));
  EXPECT_TRUE(appearance_.came());
}

TEST_F(AppearanceOfASocket, WhenItIsMovedIntoPlace) {
  appearance_.look();
  make("new");
  std::filesystem::rename(folder_ / "new", folder_ / "nri.sock");
  EXPECT_TRUE(appearance_.came());
}

TEST_F(AppearanceOfASocket, InAFolderThatWasMadeAnew) {
  appearance_.look();
  std::filesystem::remove_all(folder_);
  appearance_.look();  // nothing to look at
  std::filesystem::create_directories(folder_);
  appearance_.look();
  make("nri.sock");
  EXPECT_TRUE(appearance_.came());
}

TEST_F(AppearanceOfASocket, NobodyLooked) {
  make("nri.sock");
  EXPECT_FALSE(appearance_.came());
}

}  // namespace
}  // namespace railhead::nri
