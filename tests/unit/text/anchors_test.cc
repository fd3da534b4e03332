#include "text/fault/anchors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace railhead::text {
namespace {

TEST(Anchors, FindWordsAnywhere) {
  const Anchors anchors({"fail", "ibv_", "Got completion"});
  for (const char* text :
       {"fail", "it failed", "xfail", "xxfail", "xxxfail", "Call to ibv_reg_mr", "Got completion", "a Got completion"})
    EXPECT_TRUE(anchors.any_in(text)) << text;
  for (const char* text : {"", "f", "fai", "Got complet", "step 5 | loss 2.1", "ibv", "fa il"})
    EXPECT_FALSE(anchors.any_in(text)) << text;
}

TEST(Anchors, AgreeWithAPlainSearch) {
  const std::vector<std::string_view> words = {"abca", "bbcb", "cabbc"};
  const Anchors anchors(words);
  std::mt19937 chance(7);
  std::uniform_int_distribution<int> letter('a', 'c');
  std::uniform_int_distribution<std::size_t> length(0, 24);
  for (int round = 0; round < 20000; ++round) {
    std::string text(length(chance), ' ');
    for (char& c : text) c = static_cast<char>(letter(chance));
    const bool plain = std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != std::string::npos; });
    ASSERT_EQ(plain, anchors.any_in(text)) << text;
  }
}

}  // namespace
}  // namespace railhead::text
