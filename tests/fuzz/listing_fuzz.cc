// Device listings: each kind reads the whole text, then all that claim a line of it read it together.
#include "text/listing/listings.h"

#include <algorithm>

#include "tests/fuzz/fuzz.h"

using namespace railhead;

namespace {

text::Block block_of(std::string_view text) {
  text::Block block{.file = "paste", .lines = {}};
  for (const std::string_view line : base::lines(text)) block.lines.push_back({std::string(line), block.lines.size() + 1});
  return block;
}

void claim_table(const facts::GidTable& table) {
  fuzz::claim(table.size == table.zero + table.entries.size(), "every slot is zero or an entry");
  fuzz::claim(std::ranges::is_sorted(table.entries, {}, &facts::GidEntry::index), "entries are in order");
  for (const facts::GidEntry& entry : table.entries) {
    fuzz::claim(entry.index < table.size, "an entry is in the table");
    fuzz::claim_told(entry.gid);
    if (entry.gid) fuzz::claim(!facts::is_zero(*entry.gid), "an entry is not zero");
    if (entry.netdev) fuzz::claim_readable(*entry.netdev);
  }
}

void claim_port(const facts::Port& port) {
  fuzz::claim(port.number >= 1 && port.number <= 255, "ports have 8 bits");
  fuzz::claim_told(port.state);
  fuzz::claim_told(port.rate);
  fuzz::claim_told(port.lid);
  fuzz::claim_told(port.active_mtu);
  fuzz::claim_told(port.link_layer);
  fuzz::claim_readable(port.physical_state.value_or("") + port.rate_text.value_or(""));
  if (port.gids) claim_table(*port.gids);
}

void claim_machine(const facts::Machine& machine) {
  for (const facts::Device& device : machine.rdma.devices.value_or({})) {
    fuzz::claim(!device.name.empty() && device.name.size() < 64, "a device has a name");
    fuzz::claim_readable(device.name + device.firmware.value_or("") + device.node_type.value_or("") +
                         device.uverbs.value_or(""));
    fuzz::claim_told(device.node_guid);
    for (const facts::Port& port : device.ports) claim_port(port);
  }
  for (const facts::Interface& interface : machine.network.interfaces.value_or({})) {
    fuzz::claim_readable(interface.name + interface.state.value_or("") + interface.mac.value_or(""));
    fuzz::claim_told(interface.mtu);
    for (const facts::Address& address : interface.addresses.value_or({}))
      fuzz::claim(address.prefix_length <= (address.ipv4 ? 32U : 128U), "a prefix fits its family");
  }
}

}  // namespace

RAILHEAD_FUZZ(text) {
  const text::Block block = block_of(text);
  facts::Machine together;
  for (const text::Kind& kind : text::listings()) {
    if (kind.read_cluster != nullptr) {
      facts::Cluster cluster;
      kind.read_cluster(block, cluster);
    }
    if (kind.read == nullptr) continue;
    facts::Machine alone;
    kind.read(block, alone);
    claim_machine(alone);
    const bool shown = std::ranges::any_of(block.lines, [&](const text::Line& line) { return kind.shows(line.text); });
    if (shown) kind.read(block, together);
    for (const text::Line& line : block.lines) kind.continues(line.text);
  }
  claim_machine(together);
}
