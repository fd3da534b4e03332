#include <algorithm>
#include <array>

#include "text/listing/adapter_part.h"
#include "text/listing/devices.h"
#include "text/listing/kinds.h"
#include "text/listing/values.h"

// ibstat of infiniband-diags: "CA 'mlx5_0'", its values, "Port 1:", the port's values. LIDs are decimal, a rate is in Gb/s.

namespace railhead::text::listing {
namespace {

constexpr std::array<std::string_view, 6> kDeviceKeys = {"CA type",          "Number of ports", "Firmware version",
                                                         "Hardware version", "Node GUID",       "System image GUID"};
constexpr std::array<std::string_view, 9> kPortKeys = {"State",  "Physical state",  "Rate",      "Base lid",  "LMC",
                                                       "SM lid", "Capability mask", "Port GUID", "Link layer"};

bool is_one_of(std::string_view key, auto& keys) { return std::ranges::find(keys, key) != keys.end(); }

/// The name in "CA 'mlx5_0'", and in "CA: 'mlx5_0'" of a call for one port.
std::optional<std::string_view> head(std::string_view line) {
  line = base::trimmed(line);
  for (const std::string_view start : {"CA '", "CA: '"}) {
    if (!line.starts_with(start) || !line.ends_with('\'') || line.size() <= start.size()) continue;
    return line.substr(start.size(), line.size() - start.size() - 1);
  }
  return std::nullopt;
}

/// The number in "Port 1:".
std::optional<std::string_view> port_head(std::string_view line) {
  constexpr std::string_view kStart = "Port ";
  line = base::trimmed(line);
  if (!line.starts_with(kStart) || !line.ends_with(':')) return std::nullopt;
  const std::string_view text = line.substr(kStart.size(), line.size() - kStart.size() - 1);
  return number<unsigned>(text) ? std::optional(text) : std::nullopt;
}

void read_device(const KeyValue& pair, const std::string& source, facts::Device& device) {
  const auto& [key, value] = pair;
  if (key == "Firmware version") tell(device.firmware, parse_text(value), source, "a version", value);
  if (key == "Node GUID") tell(device.node_guid, parse_guid(value), source, "a GUID", value);
  if (key == "CA type" && value.starts_with("MT"))
    if (const auto part = number<unsigned>(value.substr(2))) tell_adapter_part(device, *part, source);
}

void read_port(const KeyValue& pair, const std::string& source, facts::Port& port) {
  const auto& [key, value] = pair;
  if (key == "State") tell(port.state, parse_state(value), source, "a state like 'Active'", value);
  if (key == "Physical state") tell(port.physical_state, parse_physical_state(value), source, "a state like 'LinkUp'", value);
  if (key == "Rate") tell(port.rate, parse_gigabits(value), source, "a number of Gb/s", value);
  if (key == "Base lid") tell(port.lid, number<unsigned>(value), source, "a LID", value);
  if (key == "SM lid") tell(port.sm_lid, number<unsigned>(value), source, "a LID", value);
  if (key == "Link layer") tell(port.link_layer, parse_link_layer(value), source, "'InfiniBand' or 'Ethernet'", value);
}

void read_pair(const KeyValue& pair, const std::string& source, Cursor& cursor) {
  if (is_one_of(pair.key, kDeviceKeys))
    if (facts::Device* device = cursor.device(source)) read_device(pair, source, *device);
  if (is_one_of(pair.key, kPortKeys))
    if (facts::Port* port = cursor.port(source)) read_port(pair, source, *port);
}

void read(const Block& block, facts::Machine& machine) {
  Devices devices(machine);
  Cursor cursor(devices);
  for (const Line& line : block.lines) {
    const std::string source = block.place(line);
    if (const auto name = head(line.text))
      cursor.begin(*name, source);
    else if (const auto port = port_head(line.text))
      cursor.begin_port(*port);
    else if (const auto pair = key_value(line.text))
      read_pair(*pair, source, cursor);
  }
}

bool shows(std::string_view line) {
  if (head(line)) return true;
  const auto pair = key_value(line);
  if (!pair) return false;
  const bool is_lid = pair->key == "Base lid" || pair->key == "SM lid";
  return (is_lid && number<unsigned>(pair->value)) || (pair->key == "Physical state" && parse_physical_state(pair->value));
}

bool continues(std::string_view line) {
  if (base::trimmed(line).empty() || port_head(line)) return true;
  const auto pair = key_value(line);
  return pair && (is_one_of(pair->key, kDeviceKeys) || is_one_of(pair->key, kPortKeys));
}

}  // namespace

Kind ibstat() { return {.name = "ibstat", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::listing
