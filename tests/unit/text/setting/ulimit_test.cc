#include <gtest/gtest.h>

#include "tests/unit/text/setting/pasted.h"

namespace railhead {
namespace {

using test::read_as;
using test::setting_kind;
using test::shown_in;
using Side = std::optional<std::uint64_t>;

/// Soft and hard side of the memlock limit in `text`, "none" where it tells none.
std::string memlock(std::string_view text, const char* name = "ulimit") {
  const facts::Process process = read_as(name, text).process;
  if (process.memlock.not_asked()) return "none";
  const auto words = [](const Side& side) { return side ? std::to_string(*side) : std::string("unlimited"); };
  return process.memlock ? words(process.memlock->soft) + " " + words(process.memlock->hard) : "missing";
}

TEST(Ulimit, ListingsOfShells) {
  EXPECT_EQ(memlock("core file size              (blocks, -c) 0\nmax locked memory           (kbytes, -l) 72\n"
                    "max memory size             (kbytes, -m) unlimited\n"),
            "73728 73728");
  EXPECT_EQ(memlock("-n: file descriptors                    1024\n-l: locked-in-memory size (kbytes)     96\n"),
            "98304 98304");
  EXPECT_EQ(memlock("locked memory(kbytes)        80\n"), "81920 81920");
  EXPECT_EQ(memlock("max locked memory (kbytes, -l) unlimited"), "unlimited unlimited");
}

TEST(Ulimit, OtherLimitsOfAListingAreNotTaken) {
  const facts::Process process = read_as("ulimit", "open files (-n) 1024\nstack size (kbytes, -s) 8192\n").process;
  EXPECT_TRUE(process.memlock.not_asked());
  EXPECT_TRUE(process.nofile.not_asked()) << "the hard limit is not known, and would be judged";
}

TEST(Ulimit, AnswerBehindTheCommand) {
  EXPECT_EQ(memlock("$ ulimit -l\n8000\n"), "8192000 8192000");
  EXPECT_EQ(memlock("me@node-b:~$ kubectl exec web-0 -- ulimit -l\nunlimited\n"), "unlimited unlimited");
  EXPECT_EQ(memlock("$ ulimit -n\n8000\n"), "none");
}

TEST(Ulimit, BothSides) {
  EXPECT_EQ(memlock("$ ulimit -Sl\n64\n$ ulimit -Hl\nunlimited\n"), "65536 unlimited");
  EXPECT_EQ(memlock("$ ulimit -H -l\n128\n$ ulimit -l\n64\n"), "65536 131072");
  EXPECT_EQ(memlock("$ ulimit -Hl\n128\n"), "none") << "the soft side is not known";
}

TEST(Ulimit, HardSideInALaterBlock) {
  const facts::Machine first = read_as("ulimit", "$ ulimit -l\n64\n");
  const facts::Process both = read_as("ulimit", "$ ulimit -Hl\nunlimited\n", first).process;
  ASSERT_TRUE(both.memlock);
  EXPECT_EQ(both.memlock->soft, 65536U);
  EXPECT_EQ(both.memlock->hard, std::nullopt);
}

TEST(Ulimit, WhatPeopleWrite) {
  EXPECT_EQ(memlock("memlock: 8000"), "8192000 8192000");
  EXPECT_EQ(memlock("max locked memory = 3 MiB"), "3145728 3145728");
  EXPECT_EQ(memlock("Memlock: 65536 bytes"), "65536 65536");
  EXPECT_EQ(memlock("ulimit -l: unlimited"), "unlimited unlimited");
  EXPECT_EQ(memlock("memlock: 50 kbytes"), "51200 51200");
}

TEST(Ulimit, BareNumberThatMayBeBytesIsNoFact) { EXPECT_EQ(memlock("memlock: 8388608"), "none"); }

TEST(Ulimit, CommandThatSetsTellsNothing) {
  EXPECT_EQ(memlock("ulimit -l unlimited      # Operation not permitted\n"), "none");
  EXPECT_EQ(memlock("ulimit -l 8000\n64\n"), "none");
  EXPECT_EQ(memlock("* soft memlock unlimited\nmemlock=-1:-1\n"), "none");
}

TEST(Ulimit, NumbersThatDoNotFitAreNoFact) {
  EXPECT_EQ(memlock("memlock: 18446744073709551615 kB"), "none");
  EXPECT_EQ(memlock("max locked memory (kbytes, -l) 18446744073709551615"), "none");
  EXPECT_EQ(memlock("memlock: lots"), "none");
}

TEST(Ulimit, ShowsInItsKindAlone) {
  EXPECT_EQ(shown_in("max locked memory           (kbytes, -l) 64"), "ulimit");
  EXPECT_EQ(shown_in("open files                          (-n) 1024"), "ulimit");
  EXPECT_EQ(shown_in("$ ulimit -a"), "ulimit");
  EXPECT_EQ(shown_in("memlock: 64"), "ulimit");
  EXPECT_EQ(shown_in("64"), "");
  EXPECT_EQ(shown_in("memlock limit is too low"), "");
  EXPECT_EQ(shown_in("rank 3 (pid 12) exited with -9"), "");
}

TEST(LoneUlimit, OneLineIsTheLimit) {
  EXPECT_EQ(memlock("8000\n", "ulimit-value"), "8192000 8192000");
  EXPECT_EQ(memlock("unlimited", "ulimit-value"), "unlimited unlimited");
  EXPECT_EQ(memlock("8000\n8000\n", "ulimit-value"), "none");
  EXPECT_FALSE(setting_kind("ulimit-value").shows("8000 kB of something"));
}

}  // namespace
}  // namespace railhead
