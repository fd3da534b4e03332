#include "cli/init/kept.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/format.h"
#include "base/text.h"
#include "cli/output.h"
#include "manifest/job/init/questions.h"

namespace railhead::cli {
namespace {

using manifest::job::Answers;
using manifest::job::Origin;

constexpr std::size_t kMostBytes = std::size_t{1} << 20U;
constexpr std::size_t kMostText = 4096;
constexpr std::string_view kHead =
    "# Answers to 'railhead init', which goes on from here and takes this file away when it is done.\n"
    "# QUESTION WORD ANSWER, where WORD is typed, or how else the answer came about.\n";

struct OriginName {
  Origin origin;
  std::string_view name;
};
constexpr std::array kOrigins = {OriginName{Origin::typed, "typed"}, OriginName{Origin::usual, "usual"},
                                 OriginName{Origin::detected, "detected"}, OriginName{Origin::guess, "guess"}};

bool is_key(std::string_view key) {
  const manifest::job::Question* question = manifest::job::question_of(key);
  if (!question) return false;
  if (!question->each_rail) return key == question->key;
  const auto rail = base::unsigned_number(key.substr(std::min(key.size(), question->key.size() + 1)));
  return rail && *rail < manifest::job::kMostRails && key == Answers::key_of(question->key, *rail);
}

bool take(std::string_view line, Answers& answers) {
  const std::size_t first = line.find(' ');
  const std::size_t second = first == std::string_view::npos ? first : line.find(' ', first + 1);
  if (second == std::string_view::npos || !is_key(line.substr(0, first))) return false;
  const auto origin = std::ranges::find(kOrigins, line.substr(first + 1, second - first - 1), &OriginName::name);
  const std::string text(line.substr(second + 1));
  if (origin == kOrigins.end() || text.empty() || text.size() > kMostText || base::one_line(text) != text) return false;
  answers.put(std::string(line.substr(0, first)), {.text = text, .origin = origin->origin});
  return true;
}

}  // namespace

std::string kept_file(const std::string& target) { return target + ".partial"; }

base::Result<Answers> read_kept(const std::string& file) {
  Answers answers;
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return answers;
  if (!std::filesystem::is_regular_file(file, error))
    return std::unexpected(base::Error{.code = base::Code::usage,
                                       .message = base::one_line(file) + " is no file that answers could be read from",
                                       .suggestion = "Take it away, or give another -f FILE."});
  const auto text = read_input(file, kMostBytes);
  if (!text) return std::unexpected(text.error());
  std::size_t number = 0;
  for (const std::string_view line : base::lines(*text)) {
    ++number;
    if (line.empty() || line.starts_with('#') || take(line, answers)) continue;
    return std::unexpected(
        base::Error{.code = base::Code::malformed,
                    .message = base::format("{}:{}: expected QUESTION WORD ANSWER, found \"{}\"", base::one_line(file), number,
                                            base::one_line(line.substr(0, 60))),
                    .suggestion = "--fresh starts over without these answers."});
  }
  return answers;
}

base::Result<void> write_kept(const std::string& file, const Answers& answers) {
  std::string text(kHead);
  for (const auto& [key, answer] : answers.all()) {
    const auto origin = std::ranges::find(kOrigins, answer.origin, &OriginName::origin);
    if (origin != kOrigins.end()) text += base::format("{} {} {}\n", key, origin->name, answer.text);
  }
  return write_private_file(file, text);
}

}  // namespace railhead::cli
