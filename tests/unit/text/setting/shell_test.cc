#include "text/setting/variables/shell.h"

#include <gtest/gtest.h>

namespace railhead::text::setting {
namespace {

using Words = std::vector<std::string>;

TEST(Shell, Prompts) {
  EXPECT_EQ(prompted("$ lsmod"), "lsmod");
  EXPECT_EQ(prompted("root@node-a:/# ulimit -l"), "ulimit -l");
  EXPECT_EQ(prompted("[me@node-a ~]$ uname -r"), "uname -r");
  EXPECT_EQ(prompted("(base) me@node-a:~$ env"), "env");
  EXPECT_EQ(prompted("sh-5.1$ env"), "env");
  EXPECT_EQ(prompted("it costs 5 $ a day"), std::nullopt);
  EXPECT_EQ(prompted("echo done # later"), std::nullopt);
  EXPECT_EQ(prompted("$"), std::nullopt);
}

TEST(Shell, Commands) {
  EXPECT_EQ(command_in("$ oc exec web-0 -- ulimit -l"), "ulimit -l");
  EXPECT_EQ(command_in("$ sudo lsmod"), "lsmod");
  EXPECT_EQ(command_in("  lsmod "), "lsmod");
}

TEST(Shell, Words) {
  EXPECT_EQ(shell_words("a 'b c' \"d e\"f g\\ h"), (Words{"a", "b c", "d ef", "g h"}));
  EXPECT_EQ(shell_words("a # b"), Words{"a"});
  EXPECT_EQ(shell_words("a#b"), Words{"a#b"});
  EXPECT_EQ(shell_words("'open a"), Words{"open a"});
  EXPECT_EQ(shell_words("''"), Words{""});
  EXPECT_EQ(shell_words("a\\"), Words{"a"});
}

}  // namespace
}  // namespace railhead::text::setting
