// Annotations that ask for limits: which one counts, what it says, why it cannot be understood.
#include "nri/policy/annotations.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "nri/policy/amount.h"

namespace railhead::nri {
namespace {

constexpr std::string_view kPod = "memlock.railhead.dev/pod";
constexpr std::string_view kList = "ulimits.noderesource.dev/container.main";

/// "memlock 8 MiB, nofile 1024 soft and 65536 hard", or "error: ..."
std::string said(const base::Result<std::vector<Asked>>& read) {
  if (!read) return "error: " + read.error().message;
  std::string text;
  for (const Asked& one : *read) {
    text += (text.empty() ? "" : ", ") + short_type(one.type) + " " + shown(one.type, one.soft, one.hard);
  }
  return text;
}

std::string read(std::string_view key, std::string_view value) { return said(read_annotation(key, value)); }

TEST(Annotations, OfThisProgram) {
  EXPECT_EQ(read(kPod, "unlimited"), "memlock unlimited");
  EXPECT_EQ(read(kPod, "64Gi"), "memlock 64 GiB");
  EXPECT_EQ(read(kPod, "8388608"), "memlock 8 MiB");
  EXPECT_EQ(read(kPod, "64Mi:unlimited"), "memlock 64 MiB soft and unlimited hard");
  EXPECT_EQ(read(kPod, "node-memory*0.5"), "memlock node-memory*0.5");
  EXPECT_EQ(read(kPod, "64Mi:node-memory*0.5"), "memlock 64 MiB soft and node-memory*0.5 hard");
  EXPECT_EQ(read(kPod, "-1:-1"), "memlock unlimited");
  EXPECT_EQ(read("memlock.railhead.dev/container.main", "1Gi"), "memlock 1 GiB");
}

TEST(Annotations, OfThisProgramThatAreWrong) {
  const std::string expected = "error: expected a size (8Gi), unlimited, node-memory*0.9 or SOFT:HARD of these, found ";
  EXPECT_EQ(read(kPod, ""), expected + "\"\"");
  EXPECT_EQ(read(kPod, "lots"), expected + "\"lots\"");
  EXPECT_EQ(read(kPod, "8Gi:"), expected + "\"8Gi:\"");
  EXPECT_EQ(read(kPod, ":8Gi"), expected + "\":8Gi\"");
  EXPECT_EQ(read(kPod, "1Gi:2Gi:3Gi"), expected + "\"1Gi:2Gi:3Gi\"");
  EXPECT_EQ(read(kPod, "[{type: memlock, soft: 1, hard: 1}]"), expected + "\"[{type: memlock, soft: 1, hard: 1}]\"")
      << "a list is the ulimit-adjuster's";
  EXPECT_EQ(read(kPod, "8Gi:4Gi"), "error: the soft limit of 8 GiB is more than the hard one of 4 GiB");
  EXPECT_EQ(read(kPod, "unlimited:4Gi"), "error: the soft limit of unlimited is more than the hard one of 4 GiB");
  EXPECT_EQ(read(kPod, std::string((64U << 10U) + 1, '1')), "error: expected at most 64 KiB, found more");
}

TEST(Annotations, OfTheUlimitAdjuster) {
  EXPECT_EQ(read(kList, "- {type: memlock, soft: 1024, hard: 8388608}"), "memlock 1 KiB soft and 8 MiB hard");
  EXPECT_EQ(read(kList, "- type: RLIMIT_NOFILE\n  hard: 65536\n  soft: 1024\n- type: rlimit_core\n  hard: 0\n  soft: 0\n"),
            "nofile 1024 soft and 65536 hard, core 0");
  EXPECT_EQ(read(kList, R"([{"type": "MemLock", "soft": 18446744073709551615, "hard": 18446744073709551615}])"),
            "memlock unlimited");
  EXPECT_EQ(read(kList, "[{type: memlock, soft: -1, hard: unlimited}]"), "memlock unlimited");
  EXPECT_EQ(read(kList, "[{Type: memlock, Soft: 4096, HARD: 4096, note: ours}]"), "memlock 4 KiB")
      << "as its reader takes them";
  EXPECT_EQ(read(kList, "[]"), "");
  EXPECT_EQ(read("ulimits.nri.containerd.io/container.main", "[{type: memlock, soft: 1, hard: 1}]"), "memlock 1 bytes");
}

TEST(Annotations, OfTheUlimitAdjusterThatAreWrong) {
  const auto error = [](std::string_view value) { return read(kList, value); };
  EXPECT_EQ(error(""), "error: expected a list in YAML or JSON, found nothing");
  EXPECT_EQ(error("unlimited"), "error: expected a list in YAML or JSON, found \"unlimited\"");
  EXPECT_EQ(error("type: memlock\nhard: 1\nsoft: 1\n"), "error: expected a list in YAML or JSON, found a mapping");
  EXPECT_EQ(error("[]\n---\n[]\n"), "error: expected a list in YAML or JSON, found several documents");
  EXPECT_TRUE(error("[{type: memlock").starts_with("error: expected a list in YAML or JSON: line "))
      << error("[{type: memlock");
  EXPECT_EQ(error("[memlock]"), "error: entry 1: expected a mapping with type, soft and hard, found \"memlock\"");
  EXPECT_EQ(error("[{soft: 1, hard: 1}]"), "error: entry 1: type: expected a limit like memlock or RLIMIT_NOFILE, found none");
  EXPECT_EQ(error("[{type: files, soft: 1, hard: 1}]"),
            "error: entry 1: type: expected a limit like memlock or RLIMIT_NOFILE, found \"files\"");
  EXPECT_EQ(error("[{type: [memlock], soft: 1, hard: 1}]"),
            "error: entry 1: type: expected a limit like memlock or RLIMIT_NOFILE, found a list");
  EXPECT_EQ(error("[{type: memlock, hard: 1}]"), "error: entry 1: soft: expected a whole number, -1 or unlimited, found none");
  EXPECT_EQ(error("[{type: nofile, soft: 1, hard: 1}, {type: memlock, soft: 1}]"),
            "error: entry 2: hard: expected a whole number, -1 or unlimited, found none");
  EXPECT_EQ(error("[{type: memlock, soft: 1, hard: 8Gi}]"),
            "error: entry 1: hard: expected a whole number, -1 or unlimited, found \"8Gi\"");
  EXPECT_EQ(error("[{type: memlock, soft: 1, hard: -2}]"),
            "error: entry 1: hard: expected a whole number, -1 or unlimited, found the number -2");
  EXPECT_EQ(error("[{type: memlock, soft: 1, hard: 18446744073709551616}]"),
            "error: entry 1: hard: expected a whole number, -1 or unlimited, found the number 18446744073709551616");
  EXPECT_EQ(error("[{type: memlock, soft: 2, hard: 1}]"),
            "error: entry 1: the soft limit of 2 bytes is more than the hard one of 1 bytes");
  EXPECT_EQ(error("[{type: memlock, soft: 1, hard: 1}, {type: RLIMIT_MEMLOCK, soft: 2, hard: 2}]"),
            "error: memlock stands in the list twice");
  EXPECT_EQ(error("&a [*a]"), "error: entry 1: expected a mapping with type, soft and hard, found a list");
}

TEST(Annotations, ErrorsAreShortAndPrintable) {
  std::string bomb = "[";
  for (int i = 0; i < 20000; ++i) bomb += "[],";
  for (const std::string& value :
       {bomb, std::string(60000, '['), std::string(60000, '\x1b'), "[{type: \"" + std::string(50000, 'x') + "\"}]",
        std::string("\xff\xfe\0\0", 4), std::string("- {type: \"\\u202e\", soft: 1, hard: 1}")})
    for (const std::string_view key : {kPod, kList}) {
      const auto wrong = read_annotation(key, value);
      ASSERT_FALSE(wrong);
      EXPECT_LT(wrong.error().message.size(), 300U);
      EXPECT_EQ(base::one_line(wrong.error().message), wrong.error().message);
    }
}

TEST(Annotations, TheMostParticularCounts) {
  Texts texts = {{"memlock.railhead.dev/pod", "1Gi"},
                 {"ulimits.nri.containerd.io/container.main", "[{type: memlock, soft: 2, hard: 2}]"},
                 {"ulimits.noderesource.dev/container.main", "[{type: memlock, soft: 3, hard: 3}]"},
                 {"memlock.railhead.dev/container.main", "4Gi"},
                 {"memlock.railhead.dev/container.other", "5Gi"},
                 {"app", "x"}};
  const std::vector<std::string> order = {"memlock.railhead.dev/container.main", "ulimits.noderesource.dev/container.main",
                                          "ulimits.nri.containerd.io/container.main", "memlock.railhead.dev/pod"};
  for (const std::string& key : order) {
    const auto wish = wish_of(texts, "main");
    ASSERT_TRUE(wish) << key;
    EXPECT_EQ(wish->key, key);
    texts.erase(key);
  }
  EXPECT_FALSE(wish_of(texts, "main"));
  EXPECT_FALSE(wish_of({}, "main"));
  EXPECT_FALSE(wish_of(texts, ""));
  const auto bad = wish_of({{"memlock.railhead.dev/container.a", "x"}, {"memlock.railhead.dev/pod", "1Gi"}}, "a");
  EXPECT_TRUE(bad && !bad->asked) << "a bad one is not passed over";
}

TEST(Annotations, KeysAndWhomTheyName) {
  const auto named = [](std::string_view key) -> std::string {
    const auto found = named_by(key);
    if (!found) return "none";
    return *found ? "container '" + (*found)->container + "'" : "error: " + found->error().message;
  };
  EXPECT_EQ(named("memlock.railhead.dev/pod"), "container ''");
  EXPECT_EQ(named("memlock.railhead.dev/container.main"), "container 'main'");
  EXPECT_EQ(named("ulimits.noderesource.dev/container.a.b"), "container 'a.b'");
  EXPECT_EQ(named("ulimits.nri.containerd.io/container.main"), "container 'main'");
  for (const char* key : {"app", "", "memlock.railhead.dev", "ulimits.other/container.main", "x/memlock.railhead.dev/pod"})
    EXPECT_EQ(named(key), "none") << key;
  EXPECT_EQ(named("memlock.railhead.dev/container."),
            "error: memlock.railhead.dev/container. asks for nothing: expected memlock.railhead.dev/container.NAME or "
            "memlock.railhead.dev/pod");
  EXPECT_EQ(named("memlock.railhead.dev/main"),
            "error: memlock.railhead.dev/main asks for nothing: expected memlock.railhead.dev/container.NAME or "
            "memlock.railhead.dev/pod");
  EXPECT_EQ(named("ulimits.noderesource.dev/pod"),
            "error: ulimits.noderesource.dev/pod asks for nothing: expected ulimits.noderesource.dev/container.NAME");
}

}  // namespace
}  // namespace railhead::nri
