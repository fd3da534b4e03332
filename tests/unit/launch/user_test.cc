#include "launch/user.h"

#include <gtest/gtest.h>

namespace railhead::launch {
namespace {

constexpr const char* kPasswd = "root:x:0:0:root:/root:/bin/bash\ntrainer:x:1200:1300:Trainer:/home/trainer:/bin/sh\nbroken\n";
constexpr const char* kGroup = "root:x:0:\nml:x:1300:\nrender:x:44:trainer,other\nvideo:x:45:other\n";

std::string text(std::string_view user) {
  const base::Result<Identity> found = parse_user(user, kPasswd, kGroup);
  if (!found) return found.error().message;
  std::string line = std::to_string(found->uid) + ":" + std::to_string(found->gid);
  for (const std::uint32_t group : found->groups) line += "," + std::to_string(group);
  return line + " " + found->name + " " + found->home;
}

TEST(User, ByNumberOrByName) {
  EXPECT_EQ(text("trainer"), "1200:1300,44,1300 trainer /home/trainer");
  EXPECT_EQ(text("1200"), "1200:1300,44,1300 trainer /home/trainer");
  EXPECT_EQ(text("1200:render"), "1200:44,44 trainer /home/trainer");
  EXPECT_EQ(text("5000:6000,video,44"), "5000:6000,44,45,6000  ");
  EXPECT_EQ(text("0:0"), "0:0,0 root /root");
}

TEST(User, RefusesWhatItCannotKnow) {
  EXPECT_EQ(text("nobody-here"), "--user: there is no user 'nobody-here'");
  EXPECT_EQ(text("5000"), "--user 5000: which group?");
  EXPECT_EQ(text("5000:wheel"), "--user: there is no group 'wheel'");
  EXPECT_EQ(text(""), "--user: there is no user ''");
  EXPECT_EQ(text("1200:"), "--user: there is no group ''");
  EXPECT_EQ(text("4294967295:1"), "--user: there is no user '4294967295'");
  EXPECT_EQ(text("-1:1"), "--user: there is no user '-1'");
}

}  // namespace
}  // namespace railhead::launch
