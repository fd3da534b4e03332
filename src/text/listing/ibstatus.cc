#include <algorithm>
#include <array>

#include "text/listing/gid/gid_tables.h"
#include "text/listing/kinds.h"
#include "text/listing/values.h"

// ibstatus of infiniband-diags, a script that prints sysfs: LIDs are hexadecimal, states are "4: ACTIVE".

namespace railhead::text::listing {
namespace {

constexpr std::array<std::string_view, 7> kKeys = {"default gid", "base lid", "sm lid",    "state",
                                                   "phys state",  "rate",     "link_layer"};

struct Head {
  std::string_view device;
  std::string_view port;
};

/// "Infiniband device 'mlx5_0' port 1 status:"
std::optional<Head> head(std::string_view line) {
  const std::vector<std::string_view> parts = words(line);
  if (parts.size() != 6 || parts[0] != "Infiniband" || parts[1] != "device" || parts[3] != "port" || parts[5] != "status:")
    return std::nullopt;
  std::string_view name = parts[2];
  if (name.size() < 2 || name.front() != '\'' || name.back() != '\'') return std::nullopt;
  return Head{name.substr(1, name.size() - 2), parts[4]};
}

/// Slot 0 is all there is to an InfiniBand port's own table that matters; on Ethernet it is one slot of many and proves nothing
/// of the others, so it is not taken.
struct DefaultGid {
  std::optional<facts::Gid> gid;
  std::string source;
};

class Reader {
 public:
  explicit Reader(facts::Machine& machine) : devices_(machine) {}

  void read(const Block& block) {
    for (const Line& line : block.lines) {
      const std::string source = block.place(line);
      if (const auto found = head(line.text))
        begin(*found, source);
      else if (const auto pair = key_value(line.text); pair && std::ranges::find(kKeys, pair->key) != kKeys.end())
        read(*pair, source);
    }
    gids_.finish();
  }

 private:
  void begin(const Head& head, const std::string& source) {
    cursor_.begin(head.device, source);
    cursor_.begin_port(head.port);
    default_ = {};
  }

  void read(const KeyValue& pair, const std::string& source) {
    facts::Port* port = cursor_.port(source);
    if (!port) return;
    const auto& [key, value] = pair;
    if (key == "default gid") default_ = {parse_any_gid(value), source};
    if (key == "base lid") tell(port->lid, number<unsigned>(value, 16), source, "a LID like 0x1", value);
    if (key == "sm lid") tell(port->sm_lid, number<unsigned>(value, 16), source, "a LID like 0x1", value);
    if (key == "state") tell(port->state, parse_state(value), source, "a state like '4: ACTIVE'", value);
    if (key == "phys state") tell(port->physical_state, parse_physical_state(value), source, "a state like '5: LinkUp'", value);
    if (key == "rate") tell_rate(*port, value, source);
    if (key == "link_layer") tell_link_layer(*port, value, source);
  }

  static void tell_rate(facts::Port& port, std::string_view value, const std::string& source) {
    tell(port.rate, parse_rate(value), source, "a rate like '100 Gb/sec (4X EDR)'", value);
    tell(port.rate_text, parse_text(value), source, "a rate", value);
  }

  void tell_link_layer(facts::Port& port, std::string_view value, const std::string& source) {
    tell(port.link_layer, parse_link_layer(value), source, "'InfiniBand' or 'Ethernet'", value);
    if (!port.link_layer.is(facts::LinkLayer::infiniband) || !default_.gid) return;
    if (const auto at = cursor_.port_at(source))
      gids_.add({.port = *at, .index = 0, .gid = default_.gid, .source = default_.source});
  }

  Devices devices_;
  Cursor cursor_{devices_};
  GidTables gids_{devices_};
  DefaultGid default_;
};

void read(const Block& block, facts::Machine& machine) { Reader(machine).read(block); }

bool shows(std::string_view line) {
  if (head(line)) return true;
  const auto pair = key_value(line);
  if (!pair) return false;
  if (pair->key == "default gid") return parse_any_gid(pair->value).has_value();
  const bool is_lid = pair->key == "base lid" || pair->key == "sm lid";
  return (is_lid && pair->value.starts_with("0x")) || (pair->key == "phys state" && parse_physical_state(pair->value));
}

bool continues(std::string_view line) {
  if (base::trimmed(line).empty()) return true;
  const auto pair = key_value(line);
  return pair && std::ranges::find(kKeys, pair->key) != kKeys.end();
}

}  // namespace

Kind ibstatus() { return {.name = "ibstatus", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::listing
