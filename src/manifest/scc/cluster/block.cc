#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "base/format.h"
#include "base/text.h"
#include "manifest/scc/ranges.h"

/// Blocks of ids as the server reads them: by Sscanf of Go's fmt with "%d/%d", or "%d-%d" where the text has no slash.
namespace railhead::manifest::scc {
namespace {

base::Error refused(std::string message) { return {.code = base::Code::malformed, .message = std::move(message)}; }

/// Skips blanks and takes a number off the front of `rest`.
base::Result<std::uint32_t> number(std::string_view& rest) {
  while (!rest.empty() && std::string_view(" \t\v\f\r\n").find(rest.front()) != std::string_view::npos) {
    if (rest.front() == '\n') return std::unexpected(refused("unexpected newline"));
    rest.remove_prefix(1);
  }
  if (rest.empty()) return std::unexpected(refused("EOF"));
  const std::size_t length = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (length == 0) return std::unexpected(refused("expected integer"));
  const std::string_view digits = rest.substr(0, length);
  rest.remove_prefix(length);
  const auto value = base::unsigned_number(digits);
  const std::string shown = std::string(digits.substr(0, 256));
  if (!value) return std::unexpected(refused(base::format("strconv.ParseUint: parsing \"{}\": value out of range", shown)));
  if (*value > std::numeric_limits<std::uint32_t>::max())
    return std::unexpected(refused(base::format("unsigned integer overflow on token {}", shown)));
  return static_cast<std::uint32_t>(*value);
}

}  // namespace

base::Result<IdRange> block_of(std::string_view text) {
  const char between = text.find('/') != std::string_view::npos ? '/' : '-';
  const auto first = number(text);
  if (!first) return std::unexpected(first.error());
  if (text.empty()) return std::unexpected(refused("unexpected EOF"));
  if (text.front() != between) return std::unexpected(refused("input does not match format"));
  text.remove_prefix(1);
  const auto second = number(text);
  if (!second) return std::unexpected(second.error());
  // The server counts in 32 bits and does not look whether the end is behind the start.
  const std::uint32_t last = between == '/' ? *first + *second - 1U : *second;
  return IdRange{.min = *first, .max = last};
}

}  // namespace railhead::manifest::scc
