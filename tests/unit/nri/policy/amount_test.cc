// Amounts and names of limits, as people write and read them.
#include "nri/policy/amount.h"

#include <gtest/gtest.h>

#include "nri/policy/annotations.h"

namespace railhead::nri {
namespace {

using Kind = Amount::Kind;

Amount parsed(std::string_view text) {
  const auto amount = parse_amount(text);
  EXPECT_TRUE(amount) << text;
  return amount.value_or(Amount{});
}

TEST(Amounts, AreRead) {
  EXPECT_EQ(parsed("8388608"), (Amount{.value = 8388608}));
  EXPECT_EQ(parsed("0"), (Amount{.value = 0}));
  EXPECT_EQ(parsed("8Gi"), (Amount{.value = std::uint64_t{8} << 30U}));
  EXPECT_EQ(parsed("8G"), (Amount{.value = 8'000'000'000})) << "as Kubernetes means it";
  EXPECT_EQ(parsed("1.5Gi"), (Amount{.value = std::uint64_t{3} << 29U}));
  EXPECT_EQ(parsed("unlimited"), (Amount{.kind = Kind::unlimited}));
  EXPECT_EQ(parsed("-1"), (Amount{.kind = Kind::unlimited}));
  EXPECT_EQ(parsed("18446744073709551615"), (Amount{.kind = Kind::unlimited})) << "RLIM_INFINITY";
  EXPECT_EQ(parsed("18446744073709551614"), (Amount{.value = kUnlimited - 1}));
  EXPECT_EQ(parsed("node-memory*0.9"), (Amount{.kind = Kind::node_memory, .permille = 900}));
  EXPECT_EQ(parsed("node-memory*0.125"), (Amount{.kind = Kind::node_memory, .permille = 125}));
  EXPECT_EQ(parsed("node-memory*0.001"), (Amount{.kind = Kind::node_memory, .permille = 1}));
  EXPECT_EQ(parsed("node-memory*1"), (Amount{.kind = Kind::node_memory, .permille = 1000}));
  EXPECT_EQ(parsed("node-memory*1.00"), (Amount{.kind = Kind::node_memory, .permille = 1000}));
}

TEST(Amounts, AreRefused) {
  for (const char* text : {"",
                           " ",
                           "8 Gi",
                           "8GB",
                           "-2",
                           "0x10",
                           "1_000",
                           "18446744073709551616",
                           "16Ei",
                           "0.5",
                           "500m",
                           "Unlimited",
                           "node-memory",
                           "node-memory*",
                           "node-memory*0",
                           "node-memory*0.000",
                           "node-memory*1.001",
                           "node-memory*2",
                           "node-memory*.9",
                           "node-memory*0.",
                           "node-memory*0.1234",
                           "node-memory*-1",
                           "node-memory*0.9 ",
                           "node-memory * 0.9",
                           "node-memory*0.+1",
                           "8Gi:8Gi"})
    EXPECT_FALSE(parse_amount(text)) << text;
}

TEST(Amounts, ErrorsSayWhatWasMeant) {
  const auto advice = [](std::string_view text) { return parse_amount(text).error().suggestion; };
  EXPECT_EQ(advice("infinity"), "did you mean unlimited?");
  EXPECT_EQ(advice("Unlimited"), "did you mean unlimited?");
  EXPECT_EQ(advice("64GB"), "write 64G (10^9 bytes each) or 64Gi (2^30)");
  EXPECT_EQ(advice("90%"), "a share of the node's memory is written node-memory*0.9");
  EXPECT_EQ(advice("node-memory"), "write node-memory*1 for all of it");
  EXPECT_EQ(advice("node-memory*3"), "a share is above 0 and at most 1, with up to three decimals: node-memory*0.9");
  EXPECT_EQ(advised_amount("0"), "") << "not 0Gi";
  const auto hostile = parse_amount(std::string(5000, '\x1b'));
  ASSERT_FALSE(hostile);
  EXPECT_LT(hostile.error().message.size(), 200U);
  EXPECT_EQ(hostile.error().message.find('\x1b'), std::string::npos);
}

TEST(Amounts, OnANode) {
  const Node node{.memory = 1'000'000'000};
  EXPECT_EQ(value_on(node, {.value = 5}), 5U);
  EXPECT_EQ(value_on(node, {.kind = Kind::unlimited}), kUnlimited);
  EXPECT_EQ(value_on(node, {.kind = Kind::node_memory, .permille = 900}), 899'997'696U) << "whole pages";
  EXPECT_EQ(value_on({.memory = 8192}, {.kind = Kind::node_memory, .permille = 1000}), 8192U);
  EXPECT_EQ(value_on({}, {.kind = Kind::node_memory, .permille = 900}), std::nullopt);
  EXPECT_EQ(value_on({.memory = 4096}, {.kind = Kind::node_memory, .permille = 500}), std::nullopt) << "never 0";
  EXPECT_EQ(value_on({.memory = kUnlimited}, {.kind = Kind::node_memory, .permille = 1000}), kUnlimited / 4096 * 4096);
}

TEST(Amounts, AreCompared) {
  const Amount all{.kind = Kind::unlimited};
  const Amount half{.kind = Kind::node_memory, .permille = 500};
  const Amount most{.kind = Kind::node_memory, .permille = 900};
  EXPECT_TRUE(is_more(all, {.value = 5}) && is_more(all, half) && is_more(most, half) && is_more({.value = 6}, {.value = 5}));
  EXPECT_FALSE(is_more(all, all) || is_more(half, all) || is_more(half, most) || is_more({.value = 5}, {.value = 5}));
  EXPECT_FALSE(is_more({.value = 5}, half) || is_more(half, {.value = 5})) << "that hangs on the node";
}

TEST(Amounts, AreShown) {
  EXPECT_EQ(shown(kMemlock, Amount{.value = 8388608}), "8 MiB");
  EXPECT_EQ(shown("RLIMIT_NOFILE", Amount{.value = 65536}), "65536");
  EXPECT_EQ(shown(kMemlock, Amount{.kind = Kind::node_memory, .permille = 950}), "node-memory*0.95");
  EXPECT_EQ(shown(kMemlock, Amount{.kind = Kind::node_memory, .permille = 1000}), "node-memory*1");
  EXPECT_EQ(shown(Rlimit{"RLIMIT_MEMLOCK", 8388608, kUnlimited}), "8 MiB soft and unlimited hard");
  EXPECT_EQ(shown(Rlimit{"RLIMIT_MEMLOCK", kUnlimited, kUnlimited}), "unlimited");
}

TEST(LimitTypes, InAnyForm) {
  for (const char* text : {"memlock", "MEMLOCK", "MemLock", "rlimit_memlock", "RLIMIT_MEMLOCK"})
    EXPECT_EQ(rlimit_type(text), "RLIMIT_MEMLOCK") << text;
  for (const char* text : {"", "RLIMIT_", "mem", "memlock ", "RLIMIT_RLIMIT_MEMLOCK", "nofiles"})
    EXPECT_EQ(rlimit_type(text), "") << text;
  EXPECT_EQ(rlimit_type(std::string(100000, 'a')), "");
  EXPECT_EQ(rlimit_type("rttime"), "RLIMIT_RTTIME");
  EXPECT_EQ(short_type("RLIMIT_NOFILE"), "nofile");
}

}  // namespace
}  // namespace railhead::nri
