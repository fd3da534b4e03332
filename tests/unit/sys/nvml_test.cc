#include "sys/library/nvml.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace railhead::sys {
namespace {

using namespace std::chrono_literals;

base::Result<std::vector<NvmlGpu>> ask(const char* behaviour, std::chrono::milliseconds limit = 20s) {
  ::setenv("FAKE_NVML", behaviour, 1);
  return nvml_gpus_in_child(limit, RAILHEAD_FAKE_NVML);
}

TEST(Nvml, GpusAndOneThatDoesNotAnswer) {
  const auto gpus = ask("3");
  ASSERT_TRUE(gpus) << gpus.error().message;
  ASSERT_EQ(gpus->size(), 3U);
  EXPECT_EQ(gpus->at(0).pci_address, "0000:3b:00.0");
  EXPECT_TRUE(gpus->at(0).name.starts_with("Fake L40S"));
  EXPECT_EQ(gpus->at(0).name.size(), 96U) << "a name without its NUL ends with the array";
  EXPECT_EQ(gpus->at(1).pci_address, "0001:3b:00.0");
  EXPECT_EQ(gpus->at(2).pci_address, "");
}

TEST(Nvml, NoGpuIsAnAnswer) {
  const auto gpus = ask("0");
  ASSERT_TRUE(gpus);
  EXPECT_TRUE(gpus->empty());
}

TEST(Nvml, ARefusalIsInItsWords) {
  const auto gpus = ask("refuse");
  ASSERT_FALSE(gpus);
  EXPECT_EQ(gpus.error().code, base::Code::unavailable);
  EXPECT_EQ(gpus.error().message, "nvmlInit_v2: Driver Not Loaded");
}

TEST(Nvml, ALibraryThatHangsIsLeft) {
  const auto gpus = ask("hang", 300ms);
  ASSERT_FALSE(gpus);
  EXPECT_EQ(gpus.error().code, base::Code::timeout);
}

TEST(Nvml, ALibraryThatDiesTakesNobodyWithIt) {
  const auto gpus = ask("crash");
  ASSERT_FALSE(gpus);
  EXPECT_EQ(gpus.error().code, base::Code::unavailable);
}

TEST(Nvml, NoLibrary) {
  const auto gpus = nvml_gpus_in_child(20s, "libno-such-library.so.1");
  ASSERT_FALSE(gpus);
  EXPECT_EQ(gpus.error().code, base::Code::not_found);
  EXPECT_NE(gpus.error().message.find("libno-such-library.so.1"), std::string::npos);
}

TEST(Nvml, ALibraryOfAnotherKind) {
  const auto gpus = nvml_gpus_in_child(20s, "libm.so.6");
  ASSERT_FALSE(gpus);
  EXPECT_EQ(gpus.error().message, "libm.so.6 lacks a function that is needed");
}

TEST(Nvml, AddressesBecomeThoseOfSysfs) {
  EXPECT_EQ(sysfs_address("00000000:3B:00.0"), "0000:3b:00.0");
  EXPECT_EQ(sysfs_address("00010000:3B:00.0"), "00010000:3b:00.0");
  EXPECT_EQ(sysfs_address("0000:3B:00.0"), "0000:3b:00.0");
  EXPECT_EQ(sysfs_address(""), "");
}

}  // namespace
}  // namespace railhead::sys
