#include <algorithm>

#include "text/listing/gid/gid_tables.h"
#include "text/listing/kinds.h"
#include "text/listing/values.h"

// show_gids of NVIDIA's driver package, a script that prints the slots of sysfs' GID tables that are not zero:
// DEV PORT INDEX GID IPv4 VER DEV. The IPv4 column is blank for other GIDs and the last one for InfiniBand, and tabs become
// blanks in a paste, so columns are told by what stands in them.

namespace railhead::text::listing {
namespace {

struct Row {
  std::string_view device;
  unsigned port = 1;
  unsigned index = 0;
  facts::Gid gid;
  GidVersion version = GidVersion::not_told;
  std::string_view netdev;
};

std::optional<Row> row(std::string_view line) {
  std::vector<std::string_view> parts = words(line);
  if (parts.size() < 5 || parts.size() > 7 || !is_device_name(parts[0])) return std::nullopt;
  const auto port = number<std::uint8_t>(parts[1]);
  const auto index = number<std::uint16_t>(parts[2]);
  const auto gid = facts::parse_gid(parts[3]);
  if (!port || !index || !gid) return std::nullopt;
  const auto version = std::find_if(parts.begin() + 4, parts.end(), [](std::string_view w) { return w == "v1" || w == "v2"; });
  if (version == parts.end() || parts.end() - version > 2) return std::nullopt;
  const std::string_view netdev = version + 1 == parts.end() ? std::string_view() : version[1];
  return Row{parts[0],
             *port,
             *index,
             *gid,
             *version == "v2" ? GidVersion::roce_v2 : GidVersion::v1,
             is_interface_name(netdev) ? netdev : std::string_view()};
}

bool is_heading(std::string_view line) {
  const std::vector<std::string_view> parts = words(line);
  return parts == std::vector<std::string_view>{"DEV", "PORT", "INDEX", "GID", "IPv4", "VER", "DEV"};
}

bool is_ruler(std::string_view line) {
  return std::ranges::all_of(line, [](char c) { return c == '-' || c == ' ' || c == '\t'; });
}

bool is_count(std::string_view line) { return base::trimmed(line).starts_with("n_gids_found="); }

void read(const Block& block, facts::Machine& machine) {
  Devices devices(machine);
  GidTables gids(devices);
  for (const Line& line : block.lines) {
    const auto found = row(line.text);
    if (!found) continue;
    std::string source = block.place(line);
    if (const auto port = devices.port(found->device, found->port, source))
      gids.add({.port = *port,
                .index = found->index,
                .gid = found->gid,
                .version = found->version,
                .netdev = std::string(found->netdev),
                .source = std::move(source)});
  }
  gids.finish();
}

bool shows(std::string_view line) { return is_heading(line) || is_count(line) || row(line); }

bool continues(std::string_view line) { return is_ruler(line); }

}  // namespace

Kind show_gids() { return {.name = "show_gids", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::listing
