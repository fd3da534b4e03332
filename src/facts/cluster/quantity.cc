#include "facts/cluster/quantity.h"

#include <array>
#include <utility>

#include "base/text.h"

namespace railhead::facts {
namespace {

/// A number and what it is multiplied by: value * 10^tens * 2^twos.
struct Scaled {
  std::uint64_t value = 0;
  std::int64_t tens = 0;
  unsigned twos = 0;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The digits in front, a point among them; nothing where there is none or where they are too many. Takes them off `text`.
std::optional<Scaled> digits_of(std::string_view& text) {
  Scaled number;
  bool point = false;
  bool any = false;
  for (; !text.empty() && (is_digit(text[0]) || (text[0] == '.' && !point)); text.remove_prefix(1)) {
    if (text[0] == '.') {
      point = true;
      continue;
    }
    any = true;
    if (__builtin_mul_overflow(number.value, std::uint64_t{10}, &number.value) ||
        __builtin_add_overflow(number.value, static_cast<std::uint64_t>(text[0] - '0'), &number.value))
      return std::nullopt;
    if (point) --number.tens;
  }
  if (!any) return std::nullopt;
  return number;
}

bool add_suffix(std::string_view suffix, Scaled& number) {
  constexpr std::array<std::pair<std::string_view, int>, 10> kTens = {
      {{"", 0}, {"n", -9}, {"u", -6}, {"m", -3}, {"k", 3}, {"M", 6}, {"G", 9}, {"T", 12}, {"P", 15}, {"E", 18}}};
  constexpr std::array<std::string_view, 6> kTwos = {"Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
  for (const auto& [text, tens] : kTens)
    if (suffix == text) {
      number.tens += tens;
      return true;
    }
  for (unsigned step = 0; step < kTwos.size(); ++step)
    if (suffix == kTwos[step]) {
      number.twos = 10 * (step + 1);
      return true;
    }
  if (suffix[0] != 'e' && suffix[0] != 'E') return false;
  suffix.remove_prefix(suffix.size() > 1 && suffix[1] == '+' ? 2 : 1);
  const auto exponent = base::signed_number(suffix);
  if (!exponent || *exponent < -30 || *exponent > 30) return false;
  number.tens += *exponent;
  return true;
}

std::optional<Quantity> value_of(Scaled number) {
  if (number.twos > 0 && __builtin_mul_overflow(number.value, std::uint64_t{1} << number.twos, &number.value))
    return std::nullopt;
  for (; number.tens > 0; --number.tens)
    if (__builtin_mul_overflow(number.value, std::uint64_t{10}, &number.value)) return std::nullopt;
  Quantity quantity{.units = number.value};
  for (; number.tens < 0; ++number.tens) {
    quantity.whole = quantity.whole && quantity.units % 10 == 0;
    quantity.units /= 10;
  }
  if (!quantity.whole) ++quantity.units;
  return quantity;
}

}  // namespace

std::optional<Quantity> parse_quantity(std::string_view text) {
  text = base::trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  std::optional<Scaled> number = digits_of(text);
  if (!number || !add_suffix(text, *number)) return std::nullopt;
  return value_of(*number);
}

}  // namespace railhead::facts
