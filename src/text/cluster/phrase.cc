#include "text/cluster/phrase.h"

#include <algorithm>

#include "base/text.h"

namespace railhead::text::cluster {
namespace {

constexpr std::size_t kLongestName = 253;  // a DNS subdomain, the longest name that Kubernetes has

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_of_name(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '_' || c == '-' || c == '/';
}

}  // namespace

std::optional<std::string_view> after(std::string_view line, std::string_view phrase) {
  const std::size_t at = line.find(phrase);
  if (at == std::string_view::npos) return std::nullopt;
  return line.substr(at + phrase.size());
}

bool holds(std::string_view line, std::string_view phrase) { return line.find(phrase) != std::string_view::npos; }

std::optional<std::string_view> in_quotes(std::string_view text) {
  if (!text.starts_with('"')) return std::nullopt;
  const std::size_t close = text.find('"', 1);
  if (close == std::string_view::npos) return std::nullopt;
  return text.substr(1, close - 1);
}

std::string_view name_at(std::string_view text) {
  const auto end = std::ranges::find_if_not(text, is_of_name);
  std::string_view name = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  while (name.ends_with('.')) name.remove_suffix(1);
  return name;
}

std::optional<std::uint64_t> number_before(std::string_view text) {
  text = base::trimmed(text);
  std::size_t start = text.size();
  while (start > 0 && is_digit(text[start - 1])) --start;
  return base::unsigned_number(text.substr(start));
}

std::optional<std::uint64_t> number_at(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  return base::unsigned_number(text.substr(0, end));
}

std::string kept(std::string_view name) { return base::one_line(name.substr(0, kLongestName)); }

}  // namespace railhead::text::cluster
