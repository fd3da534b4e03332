#include "text/listing/gid/gid_tables.h"
#include "text/listing/kinds.h"
#include "text/listing/values.h"

// What people write down of a GID table themselves: "mlx5_2 gid3 ::ffff:10.1.2.3 ACTIVE". The port is not said; adapters whose
// GIDs are compared like this have one port a device.

namespace railhead::text::listing {
namespace {

struct Row {
  std::string_view device;
  unsigned index = 0;
  facts::Gid gid;
  std::optional<facts::PortState> state;
};

std::optional<Row> row(std::string_view line) {
  const std::vector<std::string_view> parts = words(line);
  if (parts.size() < 3 || parts.size() > 4 || !is_device_name(parts[0]) || !parts[1].starts_with("gid")) return std::nullopt;
  const auto index = number<std::uint16_t>(parts[1].substr(3));
  const auto gid = parse_any_gid(parts[2]);
  const auto state = parts.size() == 4 ? parse_state(parts[3]) : std::nullopt;
  if (!index || !gid || (parts.size() == 4 && !state)) return std::nullopt;
  return Row{parts[0], *index, *gid, state};
}

void read(const Block& block, facts::Machine& machine) {
  Devices devices(machine);
  GidTables gids(devices);
  for (const Line& line : block.lines) {
    const auto found = row(line.text);
    if (!found) continue;
    std::string source = block.place(line);
    const auto at = devices.port(found->device, 1, source);
    if (!at) continue;
    facts::Port& port = devices.at(*at);
    if (found->state && !port.state) port.state = {*found->state, source};
    gids.add({.port = *at, .index = found->index, .gid = found->gid, .source = std::move(source), .alone = true});
  }
  gids.finish();
}

bool shows(std::string_view line) { return row(line).has_value(); }

bool continues(std::string_view line) { return base::trimmed(line).empty(); }

}  // namespace

Kind gid_lines() { return {.name = "GID list", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::listing
