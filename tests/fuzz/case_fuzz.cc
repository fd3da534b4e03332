// A paste of any kind: read whole and in pieces it comes to the same, and everything that is kept of it can be shown.
#include "text/case.h"

#include "tests/fuzz/fuzz.h"

using namespace railhead;

namespace {

text::Case read(std::string_view text, std::size_t piece) {
  text::CaseReader reader;
  reader.begin("paste");
  for (std::size_t at = 0; at < text.size(); at += piece) reader.take(text.substr(at, piece));
  reader.end();
  return reader.finish();
}

}  // namespace

RAILHEAD_FUZZ(text) {
  const text::Case whole = read(text, text.size() + 1);
  const text::Case pieces = read(text, 7);
  const facts::LogRun& log = whole.log;
  fuzz::claim(log.ranks.size() == pieces.log.ranks.size() && log.events.size() == pieces.log.events.size() &&
                  log.lines == pieces.log.lines,
              "pieces come to the same");
  fuzz::claim(whole.inputs[0].kinds == pieces.inputs[0].kinds, "pieces are recognised alike");
  fuzz::claim(whole.inputs[0].unrecognised <= whole.inputs[0].lines, "no more lines than there are");
  for (const facts::LogRank& rank : log.ranks) fuzz::claim_readable(rank.host);
  for (const facts::LogEvent& event : log.events) {
    fuzz::claim_readable(event.text);
    fuzz::claim(event.source.starts_with("paste:"), "a fault has its line");
  }
}
