#include <algorithm>

#include "text/listing/devices.h"
#include "text/listing/kinds.h"
#include "text/listing/values.h"

// `rdma link` of iproute2: a line a port, "link mlx5_0/1" (before 5.3 "1/1: mlx5_0/1:") and pairs of parts. The kernel names a
// subnet prefix and LIDs for InfiniBand alone, and a netdev only where it is in this network namespace (fill_port_info of
// drivers/infiniband/core/nldev.c).

namespace railhead::text::listing {
namespace {

struct Link {
  std::string_view device;
  unsigned port = 1;
  std::vector<std::string_view> pairs;
};

/// "mlx5_0/1", with a colon in the older form.
bool read_subject(std::string_view word, Link& link) {
  if (word.ends_with(':')) word.remove_suffix(1);
  const std::size_t slash = word.find('/');
  if (slash == std::string_view::npos || !is_device_name(word.substr(0, slash))) return false;
  const auto port = number<std::uint8_t>(word.substr(slash + 1));
  if (!port) return false;
  link.device = word.substr(0, slash);
  link.port = *port;
  return true;
}

/// "1/1:"
bool is_numbering(std::string_view word) {
  const std::size_t slash = word.find('/');
  return word.ends_with(':') && slash != std::string_view::npos && number<unsigned>(word.substr(0, slash)) &&
         number<unsigned>(word.substr(slash + 1, word.size() - slash - 2));
}

std::optional<Link> link_of(std::string_view line) {
  std::vector<std::string_view> parts = words(line);
  Link link;
  if (parts.size() < 4 || (parts[0] != "link" && !is_numbering(parts[0])) || !read_subject(parts[1], link)) return std::nullopt;
  link.pairs.assign(parts.begin() + 2, parts.end());
  if (std::ranges::find(link.pairs, "state") == link.pairs.end()) return std::nullopt;
  return link;
}

/// The word behind `key`; empty without one.
std::string_view value_of(const Link& link, std::string_view key) {
  for (std::size_t i = 0; i + 1 < link.pairs.size(); i += 2)
    if (link.pairs[i] == key) return link.pairs[i + 1];
  return {};
}

void tell_netdev(std::string_view netdev, const std::string& source, facts::Device& device) {
  if (!device.netdevs) device.netdevs = {std::vector<std::string>{}, source};
  std::vector<std::string>& names = device.netdevs.held();
  constexpr std::size_t kMost = 255;  // one a port
  if (names.size() < kMost && is_interface_name(netdev) && std::ranges::find(names, netdev) == names.end())
    names.emplace_back(netdev);
}

void read_link(const Link& link, const std::string& source, facts::Device& device, facts::Port& port) {
  const std::string_view state = value_of(link, "state");
  const std::string_view physical = value_of(link, "physical_state");
  const std::string_view lid = value_of(link, "lid");
  const std::string_view sm_lid = value_of(link, "sm_lid");
  const std::string_view netdev = value_of(link, "netdev");
  tell(port.state, parse_state(state), source, "a state like ACTIVE", state);
  tell(port.physical_state, parse_physical_state(physical), source, "a state like LINK_UP", physical);
  tell(port.lid, number<unsigned>(lid), source, "a LID", lid);
  tell(port.sm_lid, number<unsigned>(sm_lid), source, "a LID", sm_lid);
  const bool is_infiniband = !value_of(link, "subnet_prefix").empty();
  if (is_infiniband && !port.link_layer) port.link_layer = {facts::LinkLayer::infiniband, source};
  if (!is_infiniband && !netdev.empty() && !port.link_layer) port.link_layer = {facts::LinkLayer::ethernet, source};
  // A line that was cut before its end proves nothing of the netdev.
  if (!is_infiniband && !physical.empty()) tell_netdev(netdev, source, device);
}

void read(const Block& block, facts::Machine& machine) {
  Devices devices(machine);
  for (const Line& line : block.lines) {
    const auto link = link_of(line.text);
    if (!link) continue;
    const std::string source = block.place(line);
    if (const auto at = devices.port(link->device, link->port, source))
      read_link(*link, source, devices.at(at->device), devices.at(*at));
  }
}

bool shows(std::string_view line) { return link_of(line).has_value(); }

/// With -d each link has a second, indented line of capabilities.
bool continues(std::string_view line) {
  const std::string_view text = base::trimmed(line);
  return text.empty() || text.starts_with("caps: <");
}

}  // namespace

Kind rdma_link() { return {.name = "rdma link", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::listing
