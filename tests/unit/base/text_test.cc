#include "base/text.h"

#include <gtest/gtest.h>

namespace railhead::base {
namespace {

TEST(ShellWord, UsualNamesStayAsTheyAre) {
  for (const char* name : {"net1", "enp3s0f0np0", "eth0.100", "mlx5_2:1,mlx5_3:1", "/dev/infiniband/uverbs0"})
    EXPECT_EQ(shell_word(name), name);
}

TEST(ShellWord, WhatAShellWouldActOnIsQuoted) {
  EXPECT_EQ(shell_word("a;reboot"), "'a;reboot'");
  EXPECT_EQ(shell_word("$(id)"), "'$(id)'");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

}  // namespace
}  // namespace railhead::base
