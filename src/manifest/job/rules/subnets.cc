#include "manifest/job/rules/subnets.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>

#include "base/format.h"
#include "facts/net/address_text.h"

namespace railhead::manifest::job {
namespace {

constexpr unsigned kMapped = 12;  // bytes before an IPv4 address

std::optional<facts::Address> read(std::string_view text) {
  const std::size_t slash = text.find('/');
  // A length has no sign and no zero in front: the API's readers refuse those.
  if (slash == std::string_view::npos || (text.size() > slash + 2 && text[slash + 1] == '0')) return std::nullopt;
  return facts::parse_subnet(std::string(text.substr(0, 64)));
}

/// The bits behind the length are zero.
facts::Address masked(facts::Address address) {
  const unsigned length = address.prefix_length + (address.ipv4 ? 8 * kMapped : 0);
  for (std::size_t i = 0; i < address.value.bytes.size(); ++i) {
    const unsigned before = static_cast<unsigned>(8 * i);
    const unsigned kept = length <= before ? 0 : std::min(length - before, 8U);
    address.value.bytes[i] = static_cast<std::uint8_t>(address.value.bytes[i] & (0xFF00U >> kept));
  }
  return address;
}

unsigned host_bits(const facts::Address& subnet) { return (subnet.ipv4 ? 32 : 128) - subnet.prefix_length; }

}  // namespace

std::optional<facts::Address> subnet_of(std::string_view text) {
  auto address = read(text);
  if (!address || masked(*address).value.bytes != address->value.bytes) return std::nullopt;
  return address;
}

std::string network_text(std::string_view text) {
  const auto address = read(text);
  if (!address) return {};
  const facts::Address network = masked(*address);
  std::array<char, INET6_ADDRSTRLEN> name{};
  const auto* bytes = network.value.bytes.data() + (network.ipv4 ? kMapped : 0);
  if (!::inet_ntop(network.ipv4 ? AF_INET : AF_INET6, bytes, name.data(), name.size())) return {};
  return base::format("{}/{}", name.data(), network.prefix_length);
}

bool overlap(const facts::Address& one, const facts::Address& other) { return facts::same_subnet(one, other); }

bool holds(const facts::Address& outer, const facts::Address& inner) {
  return overlap(outer, inner) && outer.prefix_length <= inner.prefix_length;
}

std::uint64_t addresses_of(const facts::Address& subnet) {
  const unsigned bits = host_bits(subnet);
  return bits >= 64 ? ~std::uint64_t{0} : std::uint64_t{1} << bits;
}

std::uint64_t hosts_of(const facts::Address& subnet) {
  const std::uint64_t all = addresses_of(subnet);
  const std::uint64_t taken = subnet.ipv4 ? 2 : 1;
  return all <= taken ? all : all - taken;
}

}  // namespace railhead::manifest::job
