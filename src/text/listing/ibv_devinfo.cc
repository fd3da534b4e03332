#include <algorithm>
#include <array>

#include "text/listing/adapter_part.h"
#include "text/listing/gid/gid_tables.h"
#include "text/listing/kinds.h"
#include "text/listing/listings.h"
#include "text/listing/values.h"

// ibv_devinfo of rdma-core (libibverbs/examples/devinfo.c), with and without -v, and its -l list. People paste single GID lines
// of it, so these stand for themselves.

namespace railhead::text::listing {
namespace {

/// The keys that are read, and those around them that have no indentation left after quoting.
constexpr std::array<std::string_view, 27> kKeys = {
    "hca_id",         "transport",   "fw_ver",        "node_guid",    "sys_image_guid", "vendor_id",  "vendor_part_id",
    "hw_ver",         "board_id",    "phys_port_cnt", "port",         "state",          "max_mtu",    "active_mtu",
    "sm_lid",         "port_lid",    "port_id",       "port_lmc",     "link_layer",     "max_msg_sz", "sm_sl",
    "port_cap_flags", "gid_tbl_len", "pkey_tbl_len",  "active_width", "active_speed",   "phys_state"};

/// "4 HCAs found:", "1 HCA found:"
bool is_count(std::string_view line) {
  const std::vector<std::string_view> parts = words(line);
  return parts.size() == 3 && number<unsigned>(parts[0]) && (parts[1] == "HCAs" || parts[1] == "HCA") && parts[2] == "found:";
}

bool is_none(std::string_view line) { return base::trimmed(line) == "No IB devices found"; }

/// "LINK_UP (5)", "PORT_ACTIVE (4)": capitals and the number, which no other tool writes.
bool is_verbs_state(std::string_view value) {
  const std::size_t bracket = value.find(" (");
  if (bracket == std::string_view::npos || !value.ends_with(')')) return false;
  return std::ranges::all_of(value.substr(0, bracket), [](char c) { return (c >= 'A' && c <= 'Z') || c == '_' || c == ' '; });
}

struct GidLine {
  unsigned index = 0;
  facts::Gid gid;
  GidVersion version = GidVersion::not_told;
};

GidVersion version_of(std::string_view text) {
  if (text == "RoCE v2") return GidVersion::roce_v2;
  return text == "RoCE v1" ? GidVersion::roce_v1 : GidVersion::not_told;
}

/// "GID[  3]:		::ffff:10.1.2.3, RoCE v2"
std::optional<GidLine> gid_line(std::string_view line) {
  constexpr std::string_view kStart = "GID[";
  line = base::trimmed(line);
  const std::size_t end = line.find("]:");
  if (!line.starts_with(kStart) || end == std::string_view::npos) return std::nullopt;
  const auto index = number<unsigned>(base::trimmed(line.substr(kStart.size(), end - kStart.size())));
  const std::string_view rest = line.substr(end + 2);
  const std::size_t comma = std::min(rest.find(','), rest.size());
  const auto gid = parse_any_gid(base::trimmed(rest.substr(0, comma)));
  if (!index || !gid) return std::nullopt;
  return GidLine{*index, *gid, version_of(base::trimmed(rest.substr(std::min(comma + 1, rest.size()))))};
}

/// The 4096 of "4096 (5)".
std::optional<unsigned> first_number(std::string_view value) {
  const std::vector<std::string_view> parts = words(value);
  return parts.empty() ? std::nullopt : number<unsigned>(parts[0]);
}

class Reader {
 public:
  Reader(const Block& block, facts::Machine& machine) : block_(block), machine_(machine), devices_(machine) {}

  void read() {
    for (const Line& line : block_.lines) read(line.text, block_.place(line));
    gids_.finish();
  }

 private:
  void read(std::string_view line, const std::string& source) {
    if (is_none(line)) return none(source);
    if (is_count(line)) return void(in_list_ = true);
    const auto pair = key_value(line);
    if (in_list_ && !pair) return listed(base::trimmed(line), source);
    if (!pair) return;
    in_list_ = false;
    if (pair->key == "hca_id") return begin(pair->value, source);
    if (pair->key == "port") return begin_port(pair->value);
    if (const auto gid = gid_line(line)) return add(*gid, source);
    read_device(*pair, source);
    read_port(*pair, source);
  }

  /// What sysfs or the kernel named before it, libibverbs does not list.
  void none(const std::string& source) {
    if (!machine_.rdma.devices) machine_.rdma.devices = {std::vector<facts::Device>{}, source};
    for (facts::Device& device : machine_.rdma.devices.held())
      if (!device.verbs_lists) device.verbs_lists = {false, source};
  }

  /// libibverbs lists it, and nobody tried to open it.
  void listed(std::string_view name, const std::string& source) {
    const auto device = devices_.device(name, source);
    if (!device) return;
    facts::Device& found = devices_.at(*device);
    if (!found.verbs_lists) found.verbs_lists = {true, source};
  }

  /// A device that does not open has no head.
  void begin(std::string_view name, const std::string& source) {
    cursor_.begin(name, source);
    lanes_.reset();
    facts::Device* device = cursor_.device(source);
    if (!device) return;
    if (!device->verbs_lists) device->verbs_lists = {true, source};
    if (!device->verbs_opens) device->verbs_opens = {true, source};
  }

  void begin_port(std::string_view port) {
    cursor_.begin_port(port);
    lanes_.reset();
  }

  void add(const GidLine& gid, const std::string& source) {
    if (const auto port = cursor_.port_at(source))
      gids_.add({.port = *port,
                 .index = gid.index,
                 .gid = gid.gid,
                 .version = gid.version,
                 .source = source,
                 .alone = !cursor_.has_head()});
  }

  void read_device(const KeyValue& pair, const std::string& source) {
    if (pair.key != "fw_ver" && pair.key != "node_guid" && pair.key != "vendor_id" && pair.key != "vendor_part_id") return;
    facts::Device* device = cursor_.device(source);
    if (!device) return;
    if (pair.key == "fw_ver") tell(device->firmware, parse_text(pair.value), source, "a version", pair.value);
    if (pair.key == "node_guid") tell(device->node_guid, parse_guid(pair.value), source, "a GUID", pair.value);
    constexpr unsigned kMellanox = 0x02c9;  // as verbs name vendors: an OUI
    if (pair.key == "vendor_id") is_mellanox_ = number<unsigned>(pair.value, 16) == kMellanox;
    if (const auto part = number<unsigned>(pair.value); pair.key == "vendor_part_id" && is_mellanox_ && part)
      tell_adapter_part(*device, *part, source);
  }

  void read_port(const KeyValue& pair, const std::string& source) {
    if (std::ranges::find(kPortKeys, pair.key) == kPortKeys.end()) return;
    facts::Port* port = cursor_.port(source);
    if (!port) return;
    const auto& [key, value] = pair;
    if (key == "state") tell(port->state, parse_state(value), source, "a state like PORT_ACTIVE (4)", value);
    if (key == "phys_state") tell(port->physical_state, parse_physical_state(value), source, "a state like LINK_UP (5)", value);
    if (key == "link_layer") tell(port->link_layer, parse_link_layer(value), source, "'InfiniBand' or 'Ethernet'", value);
    if (key == "max_mtu") tell(port->max_mtu, first_number(value), source, "a number of bytes", value);
    if (key == "active_mtu") tell(port->active_mtu, first_number(value), source, "a number of bytes", value);
    if (key == "sm_lid") tell(port->sm_lid, number<unsigned>(value), source, "a LID", value);
    if (key == "port_lid" || key == "port_id") tell(port->lid, number<unsigned>(value), source, "a LID", value);
    if (key == "gid_tbl_len") add_length(number<std::uint16_t>(value), source);
    if (key == "active_width") lanes_ = lanes(value);
    if (key == "active_speed") tell_rate(*port, value, source);
  }

  void add_length(std::optional<std::uint16_t> length, const std::string& source) {
    const auto port = cursor_.port_at(source);
    if (length && port) gids_.add_length(*port, *length);
  }

  /// The 4 of "4X (2)".
  static std::optional<unsigned> lanes(std::string_view value) {
    const std::size_t end = value.find('X');
    const auto count = end == std::string_view::npos ? std::nullopt : number<std::uint8_t>(value.substr(0, end));
    return count && *count <= 12 ? std::optional<unsigned>(*count) : std::nullopt;
  }

  /// "25.0 Gbps (32)" is the speed of a lane.
  void tell_rate(facts::Port& port, std::string_view value, const std::string& source) const {
    const std::vector<std::string_view> parts = words(value);
    const auto lane = parts.size() > 1 && parts[1] == "Gbps" ? parse_gigabits(parts[0]) : std::nullopt;
    if (lane && lanes_ && !port.rate) port.rate = {base::BitsPerSecond{lane->value * *lanes_}, source};
  }

  static constexpr std::array<std::string_view, 11> kPortKeys = {"state",       "phys_state",   "link_layer",  "max_mtu",
                                                                 "active_mtu",  "sm_lid",       "port_lid",    "port_id",
                                                                 "gid_tbl_len", "active_width", "active_speed"};

  const Block& block_;
  facts::Machine& machine_;
  Devices devices_;
  Cursor cursor_{devices_};
  GidTables gids_{devices_};
  bool in_list_ = false;
  bool is_mellanox_ = false;
  std::optional<unsigned> lanes_;
};

bool shows(std::string_view line) {
  if (is_count(line) || is_none(line) || gid_line(line)) return true;
  const auto pair = key_value(line);
  if (!pair) return false;
  if (pair->key == "hca_id") return is_device_name(pair->value);
  return (pair->key == "state" || pair->key == "phys_state") && is_verbs_state(pair->value);
}

/// With -v there are many lines, all indented, and some of them without a key.
bool continues(std::string_view line) {
  constexpr std::size_t kLongest = 200;
  if (base::trimmed(line).empty()) return true;
  if (line.starts_with(' ') || line.starts_with('\t')) return line.size() <= kLongest;
  const auto pair = key_value(line);
  return pair && std::ranges::find(kKeys, pair->key) != kKeys.end();
}

void read(const Block& block, facts::Machine& machine) { Reader(block, machine).read(); }

}  // namespace

Kind ibv_devinfo() { return {.name = "ibv_devinfo", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::listing
