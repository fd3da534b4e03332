#include "manifest/scc/object/sysctl_pattern.h"

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace railhead::manifest::scc {
namespace {

constexpr std::size_t kLongest = 253;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
bool is_inner(char c) { return is_letter(c) || c == '-' || c == '_'; }

bool is_segment(std::string_view text) {
  return !text.empty() && is_letter(text.front()) && is_letter(text.back()) && std::ranges::all_of(text, is_inner);
}

bool is_last_segment(std::string_view text) {
  if (text.empty() || !(is_letter(text.back()) || text.back() == '*')) return false;
  const std::string_view before = text.substr(0, text.size() - 1);
  return before.empty() || (is_letter(before.front()) && std::ranges::all_of(before, is_inner));
}

/// What a pattern's names begin with; nothing for a plain name.
std::optional<std::string_view> prefix(std::string_view pattern) {
  if (!pattern.ends_with('*')) return std::nullopt;
  return pattern.substr(0, pattern.size() - 1);
}

/// Which of the two is covered: that of the allowed list, that of the forbidden one, or none.
enum class Covered : std::uint8_t { none, allowed, forbidden };

Covered covered(std::string_view allowed, std::string_view forbidden) {
  const auto wide = prefix(allowed);
  const auto forbids = prefix(forbidden);
  if (wide && forbids) {
    if (wide->starts_with(*forbids)) return Covered::allowed;
    return forbids->starts_with(*wide) ? Covered::forbidden : Covered::none;
  }
  if (wide) return forbidden.starts_with(*wide) ? Covered::forbidden : Covered::none;
  if (forbids) return allowed.starts_with(*forbids) ? Covered::allowed : Covered::none;
  return allowed == forbidden ? Covered::allowed : Covered::none;
}

}  // namespace

bool is_sysctl_pattern(std::string_view text) {
  if (text.size() > kLongest) return false;
  const std::vector<std::string_view> segments = base::split(text, '.');
  return is_last_segment(segments.back()) && std::all_of(segments.begin(), segments.end() - 1, is_segment);
}

std::vector<SysctlOverlap> sysctl_overlaps(const std::vector<std::string>& allowed, const std::vector<std::string>& forbidden,
                                           std::size_t most) {
  std::vector<SysctlOverlap> found;
  for (std::size_t i = 0; i < allowed.size(); ++i)
    for (std::size_t j = 0; j < forbidden.size(); ++j) {
      const Covered which = covered(allowed[i], forbidden[j]);
      if (which == Covered::none) continue;
      const bool of_forbidden = which == Covered::forbidden;
      found.push_back(
          {.of_forbidden = of_forbidden, .index = of_forbidden ? j : i, .other = of_forbidden ? allowed[i] : forbidden[j]});
      if (found.size() >= most) return found;
    }
  return found;
}

}  // namespace railhead::manifest::scc
