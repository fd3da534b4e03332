#include "manifest/yaml/stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace railhead::manifest {
namespace {

struct Piece {
  std::string text;
  std::uint64_t line;
  bool operator==(const Piece&) const = default;
};

void PrintTo(const Piece& piece, std::ostream* out) { *out << piece.line << ": " << ::testing::PrintToString(piece.text); }

std::vector<Piece> cut(std::string_view text, std::size_t size = 1U << 20U) {
  std::vector<Piece> pieces;
  StreamSplitter splitter("x.yaml", [&](const Chunk& chunk) -> base::Result<void> {
    pieces.push_back({std::string(chunk.text), chunk.line});
    return {};
  });
  for (std::size_t i = 0; i < text.size(); i += size) EXPECT_TRUE(splitter.take(text.substr(i, size)));
  EXPECT_TRUE(splitter.end());
  return pieces;
}

using Pieces = std::vector<Piece>;

TEST(Stream, ADocumentBeginsAtItsMark) {
  EXPECT_EQ(cut("a: 1\n---\nb: 2\n--- # c\nc: 3\n"), (Pieces{{"a: 1\n", 1}, {"---\nb: 2\n", 2}, {"--- # c\nc: 3\n", 4}}));
}

TEST(Stream, WhatStandsBeforeADocumentBelongsToIt) {
  EXPECT_EQ(cut("# a\n\n%YAML 1.2\n---\na: 1\n# end\n---\n# b\nb: 2\n"),
            (Pieces{{"# a\n\n%YAML 1.2\n---\na: 1\n# end\n", 1}, {"---\n# b\nb: 2\n", 7}}));
}

TEST(Stream, EndMarksEndAChunk) {
  EXPECT_EQ(cut("a: 1\n...\n# b\n---\nb: 2\n...\n"), (Pieces{{"a: 1\n...\n", 1}, {"# b\n---\nb: 2\n...\n", 3}}));
}

TEST(Stream, EmptyDocumentsAreChunks) {
  EXPECT_EQ(cut("---\n---\na: 1\n"), (Pieces{{"---\n", 1}, {"---\na: 1\n", 2}}));
  EXPECT_EQ(cut(""), Pieces{});
  EXPECT_EQ(cut("\n"), (Pieces{{"\n", 1}}));
}

TEST(Stream, AMarkStandsAloneAtTheStartOfALine) {
  const std::string text = "a: |\n  ---\n----\n---b: 1\n.... \n";
  EXPECT_EQ(cut(text), (Pieces{{text, 1}}));
  EXPECT_EQ(cut("--- {a: 1}\n---\tb\n---"), (Pieces{{"--- {a: 1}\n", 1}, {"---\tb\n", 2}, {"---", 3}}));
}

TEST(Stream, CarriageReturnsAndByteOrderMarksStay) {
  EXPECT_EQ(cut("\xEF\xBB\xBF# a\r\n---\r\na: 1\r\n---\r\nb: 2"),
            (Pieces{{"\xEF\xBB\xBF# a\r\n---\r\na: 1\r\n", 1}, {"---\r\nb: 2", 4}}));
  EXPECT_EQ(cut("\xEF\xBB\xBF---\na: 1\n---\n"), (Pieces{{"\xEF\xBB\xBF---\na: 1\n", 1}, {"---\n", 3}}));
}

TEST(Stream, JsonIsOneChunk) {
  const std::string text = "{\"a\": \"---\",\n \"b\": 1}\n";
  EXPECT_EQ(cut(text), (Pieces{{text, 1}}));
}

/// The chunks behind each other are the stream, their lines are right, and the size of the pieces means nothing.
TEST(Stream, ChunksAreTheStreamWhateverThePieces) {
  const std::vector<std::string> parts = {"---\n",     "...\n",   "a: 1\n",     "# c\n", "\n", "%TAG ! x\n",
                                          "--- b\r\n", "...\r\n", "--",         "-",     "\n", "\xEF\xBB\xBF",
                                          " ",         "\t\n",    "{\"a\": 1}", "..."};
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (unsigned i = 0; i < random() % 12; ++i) text += parts[random() % parts.size()];
    const Pieces whole = cut(text);
    std::string joined;
    for (const Piece& piece : whole) {
      EXPECT_EQ(piece.line, 1 + static_cast<std::uint64_t>(std::ranges::count(joined, '\n')));
      EXPECT_FALSE(piece.text.empty());
      joined += piece.text;
    }
    ASSERT_EQ(joined, text);
    for (const std::size_t size : {1U, 2U, 3U, 7U}) ASSERT_EQ(cut(text, size), whole) << ::testing::PrintToString(text);
  }
}

TEST(Stream, ADocumentThatIsTooLargeIsAnErrorWithItsLine) {
  StreamSplitter splitter("x.yaml", [](const Chunk&) { return base::Result<void>{}; }, std::size_t{1} << 20U);
  ASSERT_TRUE(splitter.take("a: 1\n---\n"));
  const std::string many(std::size_t{1} << 19U, 'x');
  ASSERT_TRUE(splitter.take(many));
  const auto refused = splitter.take(many);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "x.yaml:2: the document that begins here is larger than 1 MiB");
}

TEST(Stream, ManyDocumentsMayBeLargerThanOne) {
  std::size_t chunks = 0;
  StreamSplitter splitter("x.yaml", [&](const Chunk&) { return ++chunks, base::Result<void>{}; }, 4096);
  const std::string document = "---\n" + std::string(1000, 'x') + "\n";
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(splitter.take(document));
  ASSERT_TRUE(splitter.end());
  EXPECT_EQ(chunks, 100U);
}

TEST(Stream, TheErrorOfTheSinkEndsIt) {
  StreamSplitter splitter("x.yaml", [](const Chunk& chunk) -> base::Result<void> {
    return std::unexpected(base::Error{.message = "line " + std::to_string(chunk.line)});
  });
  const auto taken = splitter.take("a: 1\n---\nb: 1\n---\n");
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().message, "line 1");
}

}  // namespace
}  // namespace railhead::manifest
