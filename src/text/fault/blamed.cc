#include "text/fault/blamed.h"

#include "base/text.h"

namespace railhead::text {
namespace {

constexpr std::size_t kLongestName = 255;

/// The word behind `label`, without what ends a sentence.
std::string word_behind(std::string_view line, std::string_view label) {
  const std::size_t at = line.find(label);
  if (at == std::string_view::npos) return {};
  std::string_view rest = line.substr(at + label.size());
  rest = rest.substr(0, rest.find_first_of(" \t,;"));
  while (rest.ends_with('.') || rest.ends_with(':')) rest.remove_suffix(1);
  return rest.size() > kLongestName ? std::string() : base::one_line(rest);
}

/// A number behind `label`, as "rank N".
std::string rank_behind(std::string_view line, std::string_view label) {
  const std::size_t at = line.find(label);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = line.substr(at + label.size());
  const auto rank = base::unsigned_number(rest.substr(0, rest.find_first_not_of("0123456789")));
  return rank && *rank < 1'000'000 ? "rank " + std::to_string(*rank) : "";
}

}  // namespace

std::string blamed(facts::LogFault fault, std::string_view line) {
  if (fault == facts::LogFault::rank_failed) {
    std::string rank = rank_behind(line, "process rank ");
    return rank.empty() ? rank_behind(line, "rank      : ") : rank;
  }
  if (fault != facts::LogFault::connection_lost) return {};
  for (const std::string_view label : {"Connection closed by remote peer ", "Connect to ", "Call to connect to "})
    if (std::string name = word_behind(line, label); !name.empty()) return name;
  return {};
}

}  // namespace railhead::text
