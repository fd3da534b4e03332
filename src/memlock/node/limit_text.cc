#include "memlock/node/limit_text.h"

#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "memlock/node/config.h"

namespace railhead::memlock::node {
namespace {

/// A number of bytes, or no limit.
using Amount = std::optional<std::uint64_t>;

std::optional<Amount> signed_amount(std::string_view text) {
  if (text == "-1") return Amount{};
  const auto number = base::unsigned_number(text);
  if (!number || *number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
  return number;
}

std::optional<Amount> unit_amount(std::string_view text) {
  if (text == "infinity") return Amount{};
  if (text.empty()) return std::nullopt;
  const std::size_t power = std::string_view("KMGTPE").find(text.back());
  const bool has_suffix = power != std::string_view::npos;
  const auto number = base::unsigned_number(base::trimmed(has_suffix ? text.substr(0, text.size() - 1) : text));
  const unsigned shift = has_suffix ? 10 * (static_cast<unsigned>(power) + 1) : 0;
  if (!number || (shift > 0 && (*number >> (64 - shift)) != 0)) return std::nullopt;
  return Amount{*number << shift};
}

template <class Parse>
std::optional<facts::Limit> pair_of(std::string_view text, Parse parse) {
  const std::size_t colon = text.find(':');
  const std::optional<Amount> soft = parse(text.substr(0, colon));
  const std::optional<Amount> hard = colon == std::string_view::npos ? soft : parse(text.substr(colon + 1));
  if (!soft || !hard) return std::nullopt;
  return facts::Limit{*soft, *hard};
}

std::string words(const Amount& amount) { return amount ? base::exact(base::Bytes{*amount}) : "unlimited"; }

}  // namespace

std::optional<facts::Limit> parse_ulimit(std::string_view entry) {
  if (!entry.starts_with("memlock=")) return std::nullopt;
  return pair_of(entry.substr(8), signed_amount);
}

std::string ulimit_entry(const Allowance& value) {
  if (value.unlimited()) return "memlock=-1:-1";
  return base::format("memlock={0}:{0}", value.limit->value);
}

std::optional<facts::Limit> parse_unit_limit(std::string_view value) { return pair_of(value, unit_amount); }

std::string unit_limit(const Allowance& value) { return value.unlimited() ? "infinity" : std::to_string(value.limit->value); }

facts::Limit limit_of(const Allowance& value) {
  if (value.unlimited()) return {};
  return {value.limit->value, value.limit->value};
}

std::string text(const facts::Limit& limit) {
  if (limit.soft == limit.hard) return words(limit.soft);
  return base::format("{} (hard {})", words(limit.soft), words(limit.hard));
}

}  // namespace railhead::memlock::node
