#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/units.h"
#include "facts/known.h"
#include "facts/rdma/device.h"

/// The values of device listings. The tools spell the same value differently ("PORT_ACTIVE (4)", "4: ACTIVE", "Active"): all
/// become what sysfs says.
namespace railhead::text::listing {

struct KeyValue {
  std::string_view key;
  std::string_view value;
};

/// The words of a line of a listing; none for one of more than 4096 bytes, which no listing has.
std::vector<std::string_view> words(std::string_view line);

/// The two sides of the first colon, trimmed; nothing without a colon, without a key, or for a line longer than words() takes.
std::optional<KeyValue> key_value(std::string_view line);

/// Letters, digits, '_', '-' and '.', at most 63 (IB_DEVICE_NAME_MAX of rdma_netlink.h is 64).
bool is_device_name(std::string_view text);

/// The same with ':' and '+', at most 15 (IFNAMSIZ is 16).
bool is_interface_name(std::string_view text);

/// The number that `text` is, where it fits T. Base 16 takes an optional 0x.
template <std::unsigned_integral T>
std::optional<T> number(std::string_view text, int base = 10) {
  const std::optional<std::uint64_t> value = base::unsigned_number(text, base);
  if (!value || !std::in_range<T>(*value)) return std::nullopt;
  return static_cast<T>(*value);
}

/// "PORT_ACTIVE (4)", "4: ACTIVE", "Active", "Initializing".
std::optional<facts::PortState> parse_state(std::string_view text);

/// "LINK_UP (5)", "5: LinkUp", "LinkUp", in sysfs' words ("LinkUp"); a state that is not one of the kernel's stays as it is.
std::optional<std::string> parse_physical_state(std::string_view text);

std::optional<facts::LinkLayer> parse_link_layer(std::string_view text);

/// "400", "2.5": Gb/s with at most one decimal.
std::optional<base::BitsPerSecond> parse_gigabits(std::string_view text);

/// "200 Gb/sec (4X HDR)"
std::optional<base::BitsPerSecond> parse_rate(std::string_view text);

/// "0x98039b03009283de" or "9803:9b03:0092:83de".
std::optional<std::uint64_t> parse_guid(std::string_view text);

/// All 32 digits, or the short form that inet_ntop(3) writes ("::ffff:10.1.2.3").
std::optional<facts::Gid> parse_any_gid(std::string_view text);

/// Text of a value for people: printable, at most 40 characters; nothing for an empty one.
std::optional<std::string> parse_text(std::string_view text);

/// "expected a GUID, found 'abc'"
facts::Missing malformed(std::string_view expected, std::string_view found);

/// Adds a value that was read. What an earlier text told stays; text that makes no sense is malformed where nothing was told
/// yet; an empty text (cut from the paste) tells nothing. `expected` has its article: "a GUID".
template <class T>
void tell(facts::Known<T>& fact, const std::optional<T>& value, const std::string& source, std::string_view expected,
          std::string_view found) {
  if (fact.has() || found.empty()) return;
  if (value)
    fact = {*value, source};
  else if (fact.not_asked())
    fact = {malformed(expected, found), source};
}

}  // namespace railhead::text::listing
