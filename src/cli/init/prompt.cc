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

/// "1 pod, 2 statefulset, ..." in lines that are not too long.
std::vector<std::string> numbered(std::span<const std::string_view> words) {
  std::vector<std::string> lines(1);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string word = base::format("{} {}{}", i + 1, words[i], i + 1 < words.size() ? "," : "");
    if (lines.back().size() + word.size() + 5 > kWidth) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

}  // namespace

std::string prompt_of(const Step& step, std::size_t rails, bool whole, std::string_view heading) {
  const auto words = manifest::job::words_of(*step.question);
  std::string text = heading.empty() ? std::string() : base::format("\n{}\n", heading);
  std::string name(step.question->prompt);
  if (step.question->each_rail) name = base::format("Rail {} of {}, {}", step.rail + 1, rails, base::lowered(name));
  const std::string brackets = in_brackets(step.suggestion);
  if (!whole || words.empty()) return text + base::format("  {}{}: ", name, brackets);
  const std::vector<std::string> lines = numbered(words);
  const std::string line = base::format("  {}: {}{}: ", name, lines.front(), brackets);
  if (lines.size() == 1 && line.size() <= kWidth) return text + line;
  text += base::format("  {}:\n", name);
  for (const std::string& one : lines) text += base::format("    {}\n", one);
  return text + base::format("  {}{}: ", name, brackets);
}

std::string help_of(const Step& step) {
  std::string text = base::format("    {}\n", manifest::job::meaning_of(*step.question));
  for (const std::string_view line : base::lines(step.question->about)) text += base::format("    {}\n", line);
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
