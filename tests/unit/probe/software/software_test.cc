#include "probe/software/software.h"

#include <gtest/gtest.h>

#include "tests/support/place.h"

namespace railhead::probe {
namespace {

constexpr const char* kDebian =
    "-- lib -> usr/lib --\n"
    "-- usr/lib/x86_64-linux-gnu/libibverbs.so.1 -> libibverbs.so.1.14.50.0 --\n"
    "-- usr/lib/x86_64-linux-gnu/libibverbs.so.1.14.50.0 (unread) --\n"
    "-- usr/lib/x86_64-linux-gnu/libibverbs/libmlx5-rdmav34.so (unread) --\n"
    "-- usr/lib/x86_64-linux-gnu/libibverbs/librxe-rdmav34.so (unread) --\n"
    "-- usr/lib/x86_64-linux-gnu/libibverbs/README (unread) --\n";

facts::Software probed(const std::string& archive, Level level = Level::off, sys::Environ environ = {},
                       KernelAnswers answers = {}) {
  return software(test::Place(archive, std::move(environ), std::move(answers)).world(), level);
}

TEST(Software, LibrariesAndProviders) {
  const facts::Software software = probed(kDebian);
  EXPECT_EQ(*software.libibverbs.path, "/usr/lib/x86_64-linux-gnu/libibverbs.so.1");
  EXPECT_EQ(*software.libibverbs.version, "1.14.50.0");
  EXPECT_EQ(*software.providers, (std::vector<std::string>{"mlx5", "rxe"}));
  EXPECT_EQ(software.librdmacm.path.missing().why, facts::Why::not_found);
  EXPECT_TRUE(software.libibverbs.loads.not_asked());
  EXPECT_TRUE(software.nccl->empty());
}

TEST(Software, NetworkPluginsOfNccl) {
  const facts::Software software = probed(std::string(kDebian) +
                                          "-- usr/local/gib/lib64/libnccl-net.so (unread) --\n"
                                          "-- opt/amazon/ofi-nccl/lib/libnccl-net-ofi.so (unread) --\n"
                                          "-- opt/amazon/ofi-nccl/lib/libnccl-net.so -> libnccl-net-ofi.so --\n");
  ASSERT_EQ(software.net_plugins->size(), 2U) << "a link and its file are one";
  EXPECT_EQ(*software.net_plugins->at(0).path, "/usr/local/gib/lib64/libnccl-net.so");
  EXPECT_EQ(*software.net_plugins->at(1).path, "/opt/amazon/ofi-nccl/lib/libnccl-net.so");
  EXPECT_TRUE(probed(kDebian).net_plugins->empty());
  EXPECT_TRUE(probed("-- sys/class/net (dir) --\n").net_plugins.not_asked());
}

TEST(Software, ACapturedTreeWithoutProgramsIsNotAsked) {
  const facts::Software software = probed("-- sys/class/net (dir) --\n");
  EXPECT_TRUE(software.libibverbs.path.not_asked());
  EXPECT_TRUE(software.providers.not_asked());
  EXPECT_TRUE(software.nccl.not_asked());
}

TEST(Software, WithoutTheLibraryProvidersAreNotKnown) {
  EXPECT_EQ(probed("-- usr/lib/os-release --\nx\n").providers.missing().why, facts::Why::not_found);
  EXPECT_TRUE(probed("-- usr/lib64/libibverbs.so.1 (unread) --\n-- usr/lib/x (unread) --\n").providers->empty());
}

TEST(Software, TheLoadersOrder) {
  const std::string two =
      std::string(kDebian) + "-- opt/rdma/libibverbs.so.1 (unread) --\n-- etc/ld.so.conf.d/a.conf --\n# x\n/opt/rdma/ # y\n";
  EXPECT_EQ(*probed(two).libibverbs.path, "/opt/rdma/libibverbs.so.1");
  EXPECT_EQ(probed(two).libibverbs.version.missing().why, facts::Why::unavailable);
  EXPECT_EQ(*probed(two, Level::off, {{"LD_LIBRARY_PATH", ":relative:/usr/lib/x86_64-linux-gnu/"}}).libibverbs.path,
            "/usr/lib/x86_64-linux-gnu/libibverbs.so.1");
}

TEST(Software, ADanglingLinkIsNoLibrary) {
  EXPECT_FALSE(probed("-- usr/lib64/libibverbs.so.1 -> libibverbs.so.1.2.3 --\n-- usr/lib/x (unread) --\n").libibverbs.path);
}

TEST(Software, LoadingIsTriedFromLevelOpenOn) {
  KernelAnswers answers;
  answers.libraries.emplace("libibverbs.so.1", sys::LibraryLoad{.loads = true, .error = ""});
  answers.libraries.emplace("librdmacm.so.1", sys::LibraryLoad{.loads = false, .error = "cannot open shared object file"});
  const facts::Software software = probed(kDebian, Level::open, {}, answers);
  EXPECT_TRUE(software.libibverbs.loads.is(true));
  EXPECT_TRUE(software.librdmacm.loads.is(false));
  EXPECT_NE(software.librdmacm.loads.source().find("cannot open"), std::string::npos);
}

TEST(Software, EachNcclOnce) {
  const facts::Software software =
      probed(std::string(kDebian) +
             "-- usr/lib/x86_64-linux-gnu/libnccl.so.2 -> libnccl.so.2.27.3 --\n-- usr/lib/x86_64-linux-gnu/libnccl.so.2.27.3 "
             "(unread) --\n"
             "-- usr/local/lib/python3.12/site-packages/nvidia/nccl/lib/libnccl.so.2 (unread) --\n"
             "-- usr/local/lib/python3.12/site-packages/nvidia_nccl_cu12-2.21.5.dist-info/METADATA (unread) --\n"
             "-- opt/rocm/lib/librccl.so.1 -> librccl.so.1.0.70 --\n-- opt/rocm/lib/librccl.so.1.0.70 (unread) --\n");
  ASSERT_EQ(software.nccl->size(), 3U);
  EXPECT_EQ(*(*software.nccl)[0].version, "2.27.3");
  EXPECT_EQ((*software.nccl)[1].name, "librccl.so.1");
  EXPECT_EQ(*(*software.nccl)[2].version, "2.21.5");
  EXPECT_EQ(*(*software.nccl)[2].path, "/usr/local/lib/python3.12/site-packages/nvidia/nccl/lib/libnccl.so.2");
}

TEST(Software, NobodyVexesUsWithFolders) {
  std::string path;
  for (int i = 0; i < 100000; ++i) path += ":/x" + std::to_string(i);
  EXPECT_TRUE(probed(kDebian, Level::off, {{"LD_LIBRARY_PATH", path}}).providers || true);
}

}  // namespace
}  // namespace railhead::probe
