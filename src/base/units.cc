#include "base/units.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"

namespace railhead::base {
namespace {

constexpr std::array<std::string_view, 5> kUnits = {"bytes", "KiB", "MiB", "GiB", "TiB"};

/// A number with at most one decimal and no ".0".
std::string with_one_decimal(double value) {
  std::string text = format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

/// The power of 1024 that a unit such as "GiB", "g" or "" stands for, or -1.
int power_of(std::string_view unit) {
  const std::string small = lowered(unit);
  if (small.empty() || small == "b" || small == "bytes") return 0;
  const std::size_t power = std::string_view("kmgt").find(small[0]);
  if (power == std::string_view::npos) return -1;
  const std::string_view rest = std::string_view(small).substr(1);
  return rest.empty() || rest == "i" || rest == "b" || rest == "ib" ? static_cast<int>(power) + 1 : -1;
}

}  // namespace

std::string exact(Bytes size) {
  std::size_t unit = 0;
  std::uint64_t value = size.value;
  while (unit + 1 < kUnits.size() && value != 0 && value % 1024 == 0) {
    value /= 1024;
    ++unit;
  }
  return format("{} {}", value, kUnits[unit]);
}

std::string rounded(Bytes size) {
  std::size_t unit = 0;
  auto value = static_cast<double>(size.value);
  while (unit + 1 < kUnits.size() && value >= 1024) {
    value /= 1024;
    ++unit;
  }
  return with_one_decimal(value) + " " + std::string(kUnits[unit]);
}

std::string rounded(BitsPerSecond rate) { return with_one_decimal(static_cast<double>(rate.value) / 1e9) + " Gb/s"; }

Result<Bytes> parse_size(std::string_view text) {
  const std::string_view whole = trimmed(text);
  const std::size_t digits = std::min(whole.find_first_not_of("0123456789"), whole.size());
  const auto number = unsigned_number(whole.substr(0, digits));
  const int power = power_of(trimmed(whole.substr(digits)));
  if (!number || power < 0)
    return std::unexpected(Error{.code = Code::usage,
                                 .message = format("'{}' is not a size", printable(text)),
                                 .suggestion = "Write a whole number with an optional unit: 512MiB, 1GiB, 8388608."});
  const int shift = 10 * power;
  if (shift > 0 && (*number >> (64 - shift)) != 0)
    return std::unexpected(Error{.code = Code::usage, .message = format("'{}' is larger than 64 bits hold", printable(text))});
  return Bytes{*number << shift};
}

}  // namespace railhead::base
