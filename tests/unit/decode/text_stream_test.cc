#include "decode/text_stream.h"

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <vector>

namespace railhead::decode {
namespace {

struct Read {
  std::string text;
  std::string problem;
};

Read read(std::string_view bytes, std::size_t piece) {
  Read result;
  TextStream stream([&result](std::string_view text) { result.text += text; });
  for (std::size_t at = 0; at < bytes.size(); at += piece) stream.take(bytes.substr(at, piece));
  stream.end();
  result.problem = stream.problem();
  return result;
}

std::string gzipped(std::string_view text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string result(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  deflate(&stream, Z_FINISH);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

std::string zstd(std::string_view text) {
  std::string result(ZSTD_compressBound(text.size()), '\0');
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);  // as the zstd program does
  result.resize(ZSTD_compress2(context, result.data(), result.size(), text.data(), text.size()));
  ZSTD_freeCCtx(context);
  return result;
}

std::string numbered(std::size_t lines) {
  std::string text;
  for (std::size_t i = 0; i < lines; ++i) text += "line " + std::to_string(i * 7919) + "\n";
  return text;
}

/// "a\u20ac\U0001f600\n"
const std::string kLittle(
    "\xff\xfe"
    "a\0"
    "\xac\x20"
    "\x3d\xd8\x00\xde"
    "\n\0",
    12);
const std::string kBig(
    "\xfe\xff"
    "\0a"
    "\x20\xac"
    "\xd8\x3d\xde\x00"
    "\0\n",
    12);
const std::string kUtf8 = "a\xe2\x82\xac\xf0\x9f\x98\x80\n";

TEST(TextStream, GivesTheSameTextInPiecesOfAnySize) {
  const std::string text = numbered(20'000);
  const std::vector<std::pair<std::string, std::string>> forms = {{text, text},
                                                                  {"\xef\xbb\xbf" + text, text},
                                                                  {gzipped(text), text},
                                                                  {zstd(text), text},
                                                                  {gzipped(text) + gzipped("more\n"), text + "more\n"},
                                                                  {zstd(text) + zstd("more\n"), text + "more\n"},
                                                                  {gzipped(text) + std::string(512, '\0'), text},
                                                                  {kLittle, kUtf8},
                                                                  {kBig, kUtf8},
                                                                  {gzipped(kLittle), kUtf8},
                                                                  {zstd(kBig), kUtf8},
                                                                  {gzipped(""), ""},
                                                                  {"", ""},
                                                                  {"\x1f", "\x1f"},
                                                                  {"\xef\xbb", "\xef\xbb"},
                                                                  {"\x28\xb5\x2f", "\x28\xb5\x2f"}};
  for (std::size_t form = 0; form < forms.size(); ++form)
    for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{4096}, std::size_t{1} << 20}) {
      const Read result = read(forms[form].first, piece);
      EXPECT_TRUE(result.text == forms[form].second) << form << ", in pieces of " << piece;
      EXPECT_EQ(result.problem, "") << form << ", in pieces of " << piece;
    }
}

TEST(TextStream, WhatIsCutOffCountsUpToThere) {
  const std::string text = numbered(20'000);
  for (const std::string& packed : {gzipped(text), zstd(text + numbered(50'000))}) {
    const Read result = read(packed.substr(0, packed.size() - packed.size() / 4), 1000);
    EXPECT_TRUE(result.text.starts_with("line 0\n"));
    EXPECT_NE(result.problem.find("cut off"), std::string::npos) << result.problem;
  }
  EXPECT_NE(read(gzipped(text).substr(0, 5), 1000).problem.find("cut off"), std::string::npos);
  EXPECT_NE(read(kLittle.substr(0, 5), 1).problem.find("middle of a character"), std::string::npos);
}

TEST(TextStream, WhatIsDamagedIsSaid) {
  const std::string text = numbered(20'000);
  for (std::string packed : {gzipped(text), zstd(text)}) {
    for (std::size_t at = packed.size() / 2; at < packed.size() / 2 + 16; ++at) packed[at] = static_cast<char>(~packed[at]);
    const Read result = read(packed, 1000);
    EXPECT_NE(result.problem.find("damaged"), std::string::npos) << result.problem;
  }
  EXPECT_NE(read(gzipped(text) + "and more", 1000).problem.find("damaged"), std::string::npos);
}

TEST(TextStream, HalvesOfPairsAreReplaced) {
  const std::string low(
      "\xff\xfe"
      "\x00\xde"
      "a\0",
      6);
  const std::string high(
      "\xff\xfe"
      "\x3d\xd8"
      "a\0",
      6);
  const std::string last(
      "\xff\xfe"
      "\x3d\xd8",
      4);
  EXPECT_EQ(read(low, 1).text,
            "\xef\xbf\xbd"
            "a");
  EXPECT_EQ(read(high, 1).text,
            "\xef\xbf\xbd"
            "a");
  EXPECT_EQ(read(last, 1).text, "\xef\xbf\xbd");
}

}  // namespace
}  // namespace railhead::decode
