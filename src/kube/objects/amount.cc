#include "kube/objects/amount.h"

#include <limits>
#include <string>

#include "facts/cluster/quantity.h"

namespace railhead::kube {
namespace {

constexpr std::uint64_t kThousand = 1000;

std::optional<std::uint64_t> milli(std::string_view text) {
  const bool digits = text.find_first_not_of("0123456789.") == std::string_view::npos;
  // A thousand times as much is the same number with a k behind it.
  if (digits) {
    const auto read = facts::parse_quantity(std::string(text) + "k");
    return read ? std::optional(read->units) : std::nullopt;
  }
  if (text.ends_with('m')) {
    const auto read = facts::parse_quantity(text.substr(0, text.size() - 1));
    return read ? std::optional(read->units) : std::nullopt;
  }
  const auto read = facts::parse_quantity(text);
  if (!read || read->units > std::numeric_limits<std::uint64_t>::max() / kThousand) return std::nullopt;
  return read->units * kThousand;
}

}  // namespace

std::optional<std::uint64_t> amount_of(std::string_view resource, std::string_view text) {
  if (text.empty() || text.size() > 64) return std::nullopt;
  if (resource == "cpu") return milli(text);
  const auto read = facts::parse_quantity(text);
  return read ? std::optional(read->units) : std::nullopt;
}

}  // namespace railhead::kube
