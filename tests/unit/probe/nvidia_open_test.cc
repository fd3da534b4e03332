#include <gtest/gtest.h>

#include "probe/gpu/nvidia.h"

namespace railhead::probe {
namespace {

TEST(NvidiaOpen, TellsTheTwoKindsOfKernelModulesApart) {
  EXPECT_EQ(parse_nvidia_open(
                "NVRM version: NVIDIA UNIX Open Kernel Module for aarch64  570.10.01  Release Build\nGCC version: 12\n"),
            true);
  EXPECT_EQ(parse_nvidia_open("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.20.01  Release Build\n"), false);
}

TEST(NvidiaOpen, SaysNothingOfAnythingElse) {
  for (const char* text : {"", "Open Kernel Module", "NVRM version: \n", "GCC version: Open Kernel Module"})
    EXPECT_FALSE(parse_nvidia_open(text)) << text;
}

}  // namespace
}  // namespace railhead::probe
