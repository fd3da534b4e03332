#include "sys/file/root_tree.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

namespace railhead::sys {
namespace {

/// A folder with files of many kinds in DIR/root, and one outside of it.
class RootTreeTest : public testing::Test {
 protected:
  RootTreeTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "railhead-XXXXXX").string();
    top_ = ::mkdtemp(pattern.data());
    std::filesystem::create_directories(top_ / "root/sys/table");
    std::ofstream(top_ / "secret") << "outside";
  }
  ~RootTreeTest() override { std::filesystem::remove_all(top_); }

  std::filesystem::path place(const std::string& path) const { return top_ / "root" / path; }
  void write(const std::string& path, const std::string& text) const { std::ofstream(place(path)) << text; }
  RootTree tree() const { return *RootTree::open((top_ / "root").string()); }

  /// What both ways of reading say: by path, and by name in an open folder.
  void expect_both(const std::string& name, const Outcome<std::string>& expected) const {
    const RootTree files = tree();
    EXPECT_EQ(files.read("/sys/table/" + name), expected) << name;
    const auto folder = files.folder("/sys/table");
    ASSERT_TRUE(folder);
    EXPECT_EQ((*folder)->read(name), expected) << name;
  }

  std::filesystem::path top_;
};

TEST_F(RootTreeTest, ReadsFilesOfAllSizesToTheirEnd) {
  for (const std::size_t size : {0U, 1U, 4095U, 4096U, 4097U, 8192U, 100000U, 1U << 20U}) {
    const std::string text(size, 'x');
    write("sys/table/0", text);
    expect_both("0", text);
  }
}

TEST_F(RootTreeTest, LongerFilesAreRefusedWhole) {
  write("sys/table/0", std::string((1U << 20U) + 1, 'x'));
  expect_both("0", std::unexpected(Errno{EFBIG}));
  std::filesystem::resize_file(place("sys/table/0"), 1U << 30U);
  expect_both("0", std::unexpected(Errno{EFBIG}));
}

TEST_F(RootTreeTest, OnlyRegularFilesAreRead) {
  ASSERT_EQ(::mkfifo(place("sys/table/fifo").c_str(), 0600), 0);
  expect_both("fifo", std::unexpected(Errno{EOPNOTSUPP}));
  if (::mknod(place("sys/table/zero").c_str(), S_IFCHR | 0600, makedev(1, 5)) == 0)
    expect_both("zero", std::unexpected(Errno{EOPNOTSUPP}));
}

TEST_F(RootTreeTest, NoLinkLeadsOut) {
  for (const std::string& target : {(top_ / "secret").string(), std::string("../../../secret")}) {
    std::filesystem::remove(place("sys/table/out"));
    std::filesystem::create_symlink(target, place("sys/table/out"));
    EXPECT_FALSE(tree().read("/sys/table/out")) << target;
    EXPECT_FALSE((*tree().folder("/sys/table"))->read("out")) << target;
  }
}

TEST_F(RootTreeTest, ListsInNaturalOrder) {
  using testing::ElementsAre;
  for (const char* name : {"10", "9", "0", "100", "11"}) write(std::string("sys/table/") + name, "");
  EXPECT_THAT(*tree().list("/sys/table"), ElementsAre("0", "9", "10", "11", "100"));
  write("sys/table/mlx5_10", "");
  write("sys/table/mlx5_9", "");
  write("sys/table/09", "");
  EXPECT_THAT(*tree().list("/sys/table"), ElementsAre("0", "09", "9", "10", "11", "100", "mlx5_9", "mlx5_10"));
}

/// What the kernel makes up has no size that tells: procfs says 0, sysfs a page.
TEST(RootTreeOfTheMachine, ReadsProcAndSysToTheirEnd) {
  const RootTree files = *RootTree::open("/");
  std::ifstream filesystems("/proc/filesystems");
  const std::string expected{std::istreambuf_iterator<char>(filesystems), {}};
  EXPECT_EQ(files.read("/proc/filesystems"), expected);
  const auto folder = files.folder("/sys/kernel/mm/transparent_hugepage");
  if (!folder) GTEST_SKIP() << "this kernel has no transparent huge pages";
  std::ifstream enabled("/sys/kernel/mm/transparent_hugepage/enabled");
  EXPECT_EQ((*folder)->read("enabled"), std::string(std::istreambuf_iterator<char>(enabled), {}));
}

}  // namespace
}  // namespace railhead::sys
