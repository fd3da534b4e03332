#include "finding/rdma/rail_addresses.h"

#include <set>

#include "fabric/net/rails.h"

namespace railhead::check {

std::vector<RailAddress> rail_addresses(const facts::Machine& machine) {
  std::vector<RailAddress> found;
  std::set<const facts::Interface*> told;
  const std::vector<fabric::PortView> views = fabric::port_views(machine);
  for (const fabric::Rail& rail : fabric::rails_of(machine, views)) {
    if (rail.view->foreign || !rail.interface->addresses || !told.insert(rail.interface).second) continue;
    for (const facts::Address& address : *rail.interface->addresses)
      if (fabric::is_routable(address) && !fabric::is_single(address)) found.push_back({rail.interface, &address});
  }
  return found;
}

std::string subnet_of(const facts::Address& address) {
  facts::Address first = address;
  const std::size_t bits = address.prefix_length + (address.ipv4 ? 96U : 0U);
  for (std::size_t bit = bits; bit < first.value.bytes.size() * 8; ++bit)
    first.value.bytes[bit / 8] = static_cast<std::uint8_t>(first.value.bytes[bit / 8] & ~(0x80U >> (bit % 8)));
  return fabric::text(first);
}

}  // namespace railhead::check
