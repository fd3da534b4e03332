#include "cli/init/prompt.h"

#include <algorithm>
#include <vector>

#include "base/format.h"
#include "base/text.h"

namespace railhead::cli {
namespace {

using manifest::job::Answer;
using manifest::job::Origin;
using manifest::job::Step;

constexpr std::size_t kWidth = 96;

std::string in_brackets(const Answer& suggestion) {
  if (suggestion.text.empty()) return "";
  std::string text = base::one_line(suggestion.text);
  if (suggestion.origin == Origin::guess) text += ", a guess";
  if (suggestion.origin == Origin::detected && !suggestion.source.empty())
    text += ", read from " + base::one_line(suggestion.source);
  return base::format(" [{}]", text);
}

/// "    1 pod, 2 statefulset, ..." in lines that are not too long.
std::string numbered(std::span<const std::string_view> words) {
  std::string text;
  std::string line = "   ";
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string word = base::format(" {} {}{}", i + 1, words[i], i + 1 < words.size() ? "," : "");
    if (line.size() + word.size() > kWidth) {
      text += line + "\n";
      line = "   ";
    }
    line += word;
  }
  return text + line + "\n";
}

}  // namespace

std::string prompt_of(const Step& step, std::size_t rails, bool whole, std::string_view heading) {
  const auto words = manifest::job::words_of(*step.question);
  std::string text;
  if (!heading.empty()) text += base::format("\n{}\n", heading);
  if (whole && !words.empty()) text += base::format("  {}:\n{}", step.question->prompt, numbered(words));
  std::string name(step.question->prompt);
  if (step.question->each_rail) name = base::format("Rail {} of {}, {}", step.rail + 1, rails, base::lowered(name));
  return text + base::format("  {}{}: ", name, in_brackets(step.suggestion));
}

std::string help_of(const Step& step) {
  std::string text = base::format("    {}\n", manifest::job::meaning_of(*step.question));
  const auto about = base::lines(step.question->about);
  for (const std::string_view line : about)
    if (line != manifest::job::meaning_of(*step.question)) text += base::format("    {}\n", line);
  return text + base::format("    Without a question: --{}.\n", step.question->key);
}

std::string complaint_of(const base::Error& error) {
  std::string text = base::format("    {}", base::printable(error.message));
  if (!error.suggestion.empty()) text += base::format(" ({})", base::printable(error.suggestion));
  return text + "\n";
}

base::Result<std::string> chosen_word(const Step& step, const std::string& text) {
  const auto words = manifest::job::words_of(*step.question);
  if (words.empty() || std::ranges::find(words, text) != words.end()) return text;
  if (const auto number = base::unsigned_number(text); number && *number >= 1 && *number <= words.size())
    return std::string(words[*number - 1]);
  std::vector<std::string> begun;
  for (const std::string_view word : words)
    if (word.starts_with(base::lowered(text))) begun.emplace_back(word);
  if (begun.size() == 1) return begun.front();
  if (begun.empty()) return text;
  return std::unexpected(base::Error{.code = base::Code::malformed,
                                     .message = base::format("\"{}\" may be {}", base::one_line(text), base::listed(begun))});
}

}  // namespace railhead::cli
