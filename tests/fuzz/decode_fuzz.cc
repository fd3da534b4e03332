// Bytes of a file, packed or not: whole and in pieces they come to the same text. A few bytes unpack to gigabytes, of which the
// start is compared.
#include "decode/text_stream.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;

namespace {

constexpr std::uint64_t kHashed = std::uint64_t{1} << 20;

struct Read {
  std::uint64_t hash = 0xcbf29ce484222325;
  std::uint64_t bytes = 0;
  std::string problem;
};

Read read(std::string_view bytes, std::size_t piece) {
  Read result;
  decode::TextStream stream([&result](std::string_view text) {
    const std::uint64_t before = result.bytes;
    result.bytes += text.size();
    if (before >= kHashed) return;
    for (const char c : text.substr(0, kHashed - before))
      result.hash = (result.hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  });
  for (std::size_t at = 0; at < bytes.size(); at += piece) stream.take(bytes.substr(at, piece));
  stream.end();
  result.problem = stream.problem();
  return result;
}

}  // namespace

RAILHEAD_FUZZ(text) {
  const Read whole = read(text, text.size() + 1);
  const Read pieces = read(text, 5);
  fuzz::claim(whole.problem.empty() == pieces.problem.empty(), "pieces can be read where the whole can");
  if (whole.problem.empty()) fuzz::claim(whole.hash == pieces.hash && whole.bytes == pieces.bytes, "pieces come to the same");
  fuzz::claim_readable(whole.problem);
}
