// Streams of documents: whatever the text and the pieces, the chunks are the text, and their lines are right.
#include <algorithm>

#include "manifest/yaml/stream.h"
#include "manifest/yaml/template_marks.h"
#include "manifest/yaml/yaml.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;

namespace {

struct Cut {
  std::string joined;
  std::vector<std::uint64_t> lines;
  bool operator==(const Cut&) const = default;
};

Cut cut(std::string_view text, std::size_t size) {
  Cut made;
  manifest::StreamSplitter splitter("stream", [&](const manifest::Chunk& chunk) -> base::Result<void> {
    fuzz::claim(!chunk.text.empty(), "no chunk is empty");
    fuzz::claim(chunk.line == 1 + static_cast<std::uint64_t>(std::ranges::count(made.joined, '\n')), "a chunk knows its line");
    made.joined += chunk.text;
    made.lines.push_back(chunk.line);
    return {};
  });
  for (std::size_t at = 0; at < text.size(); at += size)
    fuzz::claim(splitter.take(text.substr(at, size)).has_value(), "small documents are taken");
  fuzz::claim(splitter.end().has_value(), "an end is taken");
  return made;
}

}  // namespace

RAILHEAD_FUZZ(text) {
  const Cut whole = cut(text, text.size() + 1);
  fuzz::claim(whole.joined == text, "the chunks are the text");
  fuzz::claim(cut(text, 1) == whole, "pieces mean nothing");
  fuzz::claim(cut(text, 5) == whole, "pieces mean nothing");
  if (const auto mark = manifest::template_mark(text, manifest::parse_yaml(text))) {
    fuzz::claim(mark->line >= 1 && mark->column >= 1, "a mark has its place");
    fuzz::claim(mark->line <= 1 + static_cast<std::uint32_t>(std::ranges::count(text, '\n')), "a mark is in the text");
    fuzz::claim_readable(mark->mark);
  }
}
