#include "facts/net/address_text.h"

#include <arpa/inet.h>

#include "base/text.h"

namespace railhead::facts {

std::optional<Address> parse_host_address(const std::string& text) {
  if (text.find('\0') != std::string::npos) return std::nullopt;
  Address address;
  if (::inet_pton(AF_INET6, text.c_str(), address.value.bytes.data()) == 1) {
    address.prefix_length = 128;
    return address;
  }
  constexpr std::size_t kMapped = 12;  // ::ffff: before the four bytes
  address.value.bytes = {};
  if (::inet_pton(AF_INET, text.c_str(), address.value.bytes.data() + kMapped) != 1) return std::nullopt;
  address.value.bytes[kMapped - 2] = 0xFF;
  address.value.bytes[kMapped - 1] = 0xFF;
  address.prefix_length = 32;
  address.ipv4 = true;
  return address;
}

std::optional<Address> parse_subnet(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return std::nullopt;
  auto address = parse_host_address(text.substr(0, slash));
  const auto length = base::unsigned_number(text.substr(slash + 1));
  if (!address || !length || *length > address->prefix_length) return std::nullopt;
  address->prefix_length = static_cast<unsigned>(*length);
  return address;
}

}  // namespace railhead::facts
