#include "sys/file/root_writer.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "tests/support/small_world.h"

namespace railhead::sys {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test, gone afterwards.
class RootWriterTest : public testing::Test {
 protected:
  RootWriterTest() {
    std::string name = (fs::temp_directory_path() / "railhead-writer-XXXXXX").string();
    top_ = ::mkdtemp(name.data());
    root_ = top_ / "root";
    fs::create_directories(root_ / "etc");
  }
  ~RootWriterTest() override { fs::remove_all(top_); }

  base::Result<void> write(const std::string& path, const std::string& text, const Owned& owned = {}) {
    const auto writer = RootWriter::open(root_.string());
    auto staged = writer->stage(path, text, owned);
    return staged ? staged->commit() : base::Result<void>(std::unexpected(staged.error()));
  }
  std::size_t count_files() const {
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(top_)) count += entry.is_regular_file() ? 1 : 0;
    return count;
  }

  fs::path top_;
  fs::path root_;
};

TEST_F(RootWriterTest, MakesFoldersAndReplaces) {
  ASSERT_TRUE(write("/etc/a/b/c.conf", "one").has_value());
  ASSERT_TRUE(write("/etc/a/b/c.conf", "two", {.mode = 0600}).has_value());
  EXPECT_EQ("two", test::file_text((root_ / "etc/a/b/c.conf").string()));
  EXPECT_EQ(fs::perms::owner_read | fs::perms::owner_write, fs::status(root_ / "etc/a/b/c.conf").permissions());
  EXPECT_EQ(1U, count_files()) << "no temporary file is left";
}

TEST_F(RootWriterTest, AStagedFileIsGoneUnlessCommitted) {
  {
    const auto writer = RootWriter::open(root_.string());
    const auto staged = writer->stage("/etc/a/c.conf", "text", {});
    ASSERT_TRUE(staged.has_value());
    EXPECT_FALSE(fs::exists(root_ / "etc/a/c.conf"));
    EXPECT_EQ(fs::directory_iterator(root_ / "etc/a"), fs::directory_iterator()) << "nothing half done in the folder itself";
  }
  EXPECT_EQ(0U, count_files());
}

TEST_F(RootWriterTest, NoLinkLeadsOutOfTheRoot) {
  fs::create_directories(top_ / "outside");
  fs::create_directory_symlink(top_ / "outside", root_ / "etc/out");
  fs::create_directory_symlink("../../../outside", root_ / "etc/up");
  EXPECT_FALSE(write("/etc/out/x.conf", "text").has_value());
  EXPECT_FALSE(write("/etc/up/x.conf", "text").has_value());
  EXPECT_TRUE(fs::is_empty(top_ / "outside"));
  fs::create_directories(root_ / "data");
  fs::create_directory_symlink("/data", root_ / "etc/in");
  ASSERT_TRUE(write("/etc/in/x.conf", "text").has_value());
  EXPECT_EQ("text", test::file_text((root_ / "data/x.conf").string())) << "an absolute link means the root's own folder";
}

TEST_F(RootWriterTest, ALinkOrAFolderInPlaceOfTheFileIsRefused) {
  std::ofstream(top_ / "victim") << "old";
  fs::create_symlink(top_ / "victim", root_ / "etc/x.conf");
  const auto through = write("/etc/x.conf", "new");
  ASSERT_FALSE(through.has_value());
  EXPECT_EQ("/etc/x.conf is a link", through.error().message);
  EXPECT_EQ("old", test::file_text((top_ / "victim").string()));
  fs::create_directories(root_ / "etc/y.conf");
  EXPECT_EQ("/etc/y.conf is no plain file", write("/etc/y.conf", "new").error().message);
}

TEST_F(RootWriterTest, ARootThatIsNotThere) {
  EXPECT_EQ(base::Code::not_found, RootWriter::open((top_ / "nowhere").string()).error().code);
}

}  // namespace
}  // namespace railhead::sys
