#include "facts/net/route_text.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/text.h"

namespace railhead::facts {
namespace {

// include/uapi/linux/route.h
constexpr std::uint64_t kUp = 0x0001;
constexpr std::uint64_t kReject = 0x0200;

constexpr std::string_view kNoInterface = "*";

std::optional<std::uint32_t> word(std::string_view digits) {
  const std::optional<std::uint64_t> value = base::unsigned_number(digits, 16);
  if (!value || *value > UINT32_MAX) return std::nullopt;
  return static_cast<std::uint32_t>(*value);
}

/// The number that was printed with its first address byte lowest, as an IPv4-mapped address.
Gid mapped(std::uint32_t little) {
  Gid gid;
  gid.bytes[10] = gid.bytes[11] = 0xFF;
  for (std::size_t i = 0; i < 4; ++i) gid.bytes[12 + i] = static_cast<std::uint8_t>(little >> (8 * i));
  return gid;
}

/// The length of a mask of ones followed by zeros only.
std::optional<unsigned> mask_length(std::uint32_t little) {
  std::uint32_t mask = 0;
  for (unsigned i = 0; i < 4; ++i) mask = (mask << 8) | ((little >> (8 * i)) & 0xFFU);
  const auto ones = static_cast<unsigned>(std::countl_one(mask));
  if (static_cast<unsigned>(std::popcount(mask)) != ones) return std::nullopt;
  return ones;
}

std::optional<Gid> address_of(std::string_view digits) {
  if (digits.size() != 32) return std::nullopt;
  Gid gid;
  for (std::size_t i = 0; i < gid.bytes.size(); ++i) {
    const std::optional<std::uint64_t> byte = base::unsigned_number(digits.substr(2 * i, 2), 16);
    if (!byte) return std::nullopt;
    gid.bytes[i] = static_cast<std::uint8_t>(*byte);
  }
  return gid;
}

/// A route that refuses packets keeps its place in the order, without an interface to leave by.
std::string interface_of(std::string_view name, std::uint64_t flags) {
  return (flags & kReject) != 0 || name == kNoInterface ? std::string() : base::printable(name);
}

// Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT
bool add_ipv4(std::vector<Route>& routes, const std::vector<std::string_view>& words) {
  if (words.size() < 8) return false;
  const auto destination = word(words[1]);
  const auto flags = word(words[3]);
  const auto metric = base::unsigned_number(words[6]);
  const auto mask = word(words[7]);
  const auto length = mask ? mask_length(*mask) : std::nullopt;
  if (!destination || !flags || !metric || *metric > UINT32_MAX || !length) return false;
  if ((*flags & (kUp | kReject)) == 0 && words[0] != kNoInterface) return true;  // there, but not in use
  routes.push_back({.destination = {.value = mapped(*destination), .prefix_length = *length, .ipv4 = true},
                    .interface = interface_of(words[0], *flags),
                    .metric = static_cast<std::uint32_t>(*metric)});
  return true;
}

// destination, its length, source, its length, next hop, metric, references, use, flags, interface; all numbers hexadecimal
bool add_ipv6(std::vector<Route>& routes, const std::vector<std::string_view>& words) {
  if (words.size() < 10) return false;
  const auto destination = address_of(words[0]);
  const auto length = word(words[1]);
  const auto source_length = word(words[3]);
  const auto metric = word(words[5]);
  const auto flags = word(words[8]);
  if (!destination || !length || *length > 128 || !source_length || !metric || !flags) return false;
  if (*source_length != 0) return true;  // only for packets from some addresses: not a route of this table for all
  routes.push_back({.destination = {.value = *destination, .prefix_length = *length, .ipv4 = false},
                    .interface = interface_of(words[9], *flags),
                    .metric = *metric});
  return true;
}

}  // namespace

std::optional<std::vector<Route>> parse_ipv4_routes(std::string_view text) {
  std::vector<Route> routes;
  bool heading = true;
  for (const std::string_view line : base::lines(text)) {
    const std::vector<std::string_view> words = base::words(line);
    if (words.empty()) continue;
    if (heading && words[0] != "Iface") return std::nullopt;
    if (!heading && !add_ipv4(routes, words)) return std::nullopt;
    heading = false;
  }
  return routes;  // of an empty text too: a fresh network namespace has no main table yet, and the file is empty
}

std::optional<std::vector<Route>> parse_ipv6_routes(std::string_view text) {
  std::vector<Route> routes;
  for (const std::string_view line : base::lines(text)) {
    const std::vector<std::string_view> words = base::words(line);
    if (!words.empty() && !add_ipv6(routes, words)) return std::nullopt;
  }
  return routes;
}

}  // namespace railhead::facts
