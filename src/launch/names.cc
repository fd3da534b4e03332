#include <algorithm>

#include "base/text.h"
#include "launch/rendezvous.h"

namespace railhead::launch {
namespace {

constexpr std::string_view kDigits = "0123456789";

/// The part of a list up to the first comma that is not in brackets.
std::string_view first_entry(std::string_view list) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] == '[') ++depth;
    if (list[i] == ']' && depth > 0) --depth;
    if (list[i] == ',' && depth == 0) return list.substr(0, i);
  }
  return list;
}

bool is_host_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
  });
}

}  // namespace

std::optional<std::string> first_host(std::string_view list) {
  std::string_view entry = base::trimmed(first_entry(list));
  std::string name;
  // Each bracket holds numbers and ranges, and the first number is the first host's, with the zeros it is written with.
  for (std::size_t open = entry.find('['); open != std::string_view::npos; open = entry.find('[')) {
    const std::size_t close = entry.find(']', open);
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view inside = entry.substr(open + 1, close - open - 1);
    const std::string_view number = inside.substr(0, inside.find_first_not_of(kDigits));
    if (number.empty()) return std::nullopt;
    name += entry.substr(0, open);
    name += number;
    entry.remove_prefix(close + 1);
  }
  name += entry;
  if (!is_host_name(name) || name.size() > 253) return std::nullopt;
  return name;
}

std::optional<Ordinal> ordinal_of(std::string_view hostname) {
  const std::size_t dash = hostname.rfind('-');
  if (dash == std::string_view::npos || dash == 0) return std::nullopt;
  const std::optional<std::uint64_t> number = base::unsigned_number(hostname.substr(dash + 1));
  // An ordinal has no leading zero; a hash such as "7d9f-01234" is not one, and neither is a number that no set is as large as.
  const std::string_view digits = hostname.substr(dash + 1);
  if (!number || *number > 99999 || (digits.size() > 1 && digits[0] == '0')) return std::nullopt;
  return Ordinal{std::string(hostname.substr(0, dash)), static_cast<unsigned>(*number)};
}

}  // namespace railhead::launch
