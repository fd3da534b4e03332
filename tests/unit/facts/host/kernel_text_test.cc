#include "facts/host/kernel_text.h"
#include "facts/host/secrets.h"

#include <gtest/gtest.h>

namespace railhead::facts {
namespace {

TEST(WithoutSecrets, LeavesOrdinaryLinesAlone) {
  const std::string line = "BOOT_IMAGE=/vmlinuz-6.1 root=UUID=ab-cd ro  quiet intel_iommu=on iommu=pt";
  EXPECT_EQ(without_secrets(line), line);
  EXPECT_EQ(without_secrets(""), "");
}

TEST(WithoutSecrets, TakesOutWhatAKeyCallsSecret) {
  EXPECT_EQ(without_secrets("a=1 node.token=abc b"), "a=1 node.token=[removed] b");
  EXPECT_EQ(without_secrets("Root_PASSWORD=x"), "Root_PASSWORD=[removed]");
  EXPECT_EQ(without_secrets("luks.key=\"two words\" ro"), "luks.key=[removed] ro");
  EXPECT_EQ(without_secrets("\"secret=two words\" ro"), "\"secret=[removed]\" ro");
  EXPECT_EQ(without_secrets("token="), "token=");
}

TEST(WithoutSecrets, TakesOutWhoLogsIn) {
  EXPECT_EQ(without_secrets("ks=http://me:word@files.test/ks.cfg"), "ks=http://[removed]@files.test/ks.cfg");
  EXPECT_EQ(without_secrets("rootflags=user=me,pass=word,vers=3"), "rootflags=user=me,pass=[removed],vers=3");
  EXPECT_EQ(without_secrets("ks=https://files.test/ks.cfg?node=1&token=word"),
            "ks=https://files.test/ks.cfg?node=1&token=[removed]");
  EXPECT_EQ(without_secrets("iommu.passthrough=1 console=ttyS0,115200n8"), "iommu.passthrough=1 console=ttyS0,115200n8");
  EXPECT_EQ(without_secrets("netroot=iscsi:me:word@10.0.0.1::3260"), "netroot=[removed]@10.0.0.1::3260");
}

TEST(WithoutSecrets, TwiceIsAsOnce) {
  const std::string once = without_secrets("api_key=1 ks=ftp://u:p@h/ x=\"a b");
  EXPECT_EQ(without_secrets(once), once);
  EXPECT_EQ(without_secrets("token=\"never closed ro"), "token=[removed]\"");
  const std::string odd = without_secrets("luks.key\"a b=c\" x=1");
  EXPECT_EQ(odd, "luks.key\"a b=[removed]\" x=1") << "a quote that closes decides where the next parameter begins";
  EXPECT_EQ(without_secrets(odd), odd);
}

TEST(Modules, KeepsThoseOfInterest) {
  const auto modules = parse_modules(
      "mlx5_ib 450560 0 - Live 0x0000000000000000\n"
      "ext4 1000 1 - Live 0x0\n"
      "nvidia_peermem 16384 0 - Loading 0x0 (OE)\n"
      "ib_core 500 9 rdma_cm,mlx5_ib, Live 0x0\n"
      "rdma_ucm\n");
  ASSERT_EQ(modules.size(), 3U);
  EXPECT_EQ(modules[0].name, "mlx5_ib");
  EXPECT_EQ(modules[1].state, "Loading");
  EXPECT_EQ(modules[2].state, "Live");
}

TEST(Modules, HostileTextsAreBorne) {
  EXPECT_TRUE(parse_modules("").empty());
  EXPECT_TRUE(parse_modules(std::string(1 << 20, 'x')).empty());
  EXPECT_EQ(parse_modules("ib_\x1b[2J 1 2 - Live 0\n")[0].name, "ib_?[2J");
}

TEST(Secrets, ChainsOfNamesAreJudgedOneByOne) {
  EXPECT_EQ(without_secret("a=b=token=word"), "a=b=token=[removed]");
  EXPECT_EQ(without_secret("a=b=c"), "a=b=c");
  EXPECT_EQ(without_secret("a=b="), "a=b=");
  EXPECT_EQ(without_secret("u=x=http://me:word@host"), "u=x=http://[removed]@host");
  EXPECT_EQ(without_secret("u=v,x=http://me:word@host/?q=1&key=2"), "u=v,x=http://[removed]@host/?q=1&key=[removed]");
}

TEST(Secrets, AnyNumberOfEqualSignsTakesNoStack) {
  const std::string many(1 << 19, '=');
  EXPECT_EQ(without_secret("a" + many), "a" + many);
  std::string pairs;
  for (int i = 0; i < 20'000; ++i) pairs += "a=";
  EXPECT_EQ(without_secret(pairs + "token=word"), pairs + "token=[removed]");
}

}  // namespace
}  // namespace railhead::facts
