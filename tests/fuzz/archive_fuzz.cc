// Text archives (txtar) and the answers of system calls in them.
#include "facts/archive.h"
#include "probe/recorded_kernel.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;

namespace {

void fuzz_answers(const std::string& json) {
  const auto answers = probe::parse_kernel_answers(json, "facts.json");
  if (!answers) return;
  const std::string once = probe::json_text(*answers);
  const auto again = probe::parse_kernel_answers(once, "again");
  fuzz::claim(again.has_value(), "answers are written so that they can be read");
  fuzz::claim(probe::json_text(*again) == once, "answers are read as they were written");
}

}  // namespace

RAILHEAD_FUZZ(text) {
  if (text.starts_with('{')) return fuzz_answers(std::string(text));
  const auto archive = facts::parse_archive(text, "input");
  if (!archive) {
    fuzz::claim(!archive.error().message.empty(), "an error says what is wrong");
    return;
  }
  const std::string once = facts::written(*archive);
  const auto again = facts::parse_archive(once, "again");
  fuzz::claim(again.has_value(), "an archive is written so that it can be read");
  fuzz::claim(again->entries.size() == archive->entries.size(), "no entry is lost");
  fuzz::claim(facts::written(*again) == once, "an archive is read as it was written");
}
