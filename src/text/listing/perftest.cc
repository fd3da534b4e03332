#include <algorithm>
#include <array>

#include "text/listing/gid/gid_tables.h"
#include "text/listing/kinds.h"
#include "text/listing/values.h"

// What ib_write_bw and the other programs of perftest print before they measure: the device, the link type, the GID index, and
// after "local address" the GID at that index, byte by byte and in decimal ("255:255:10:31:00:07"). Source:
// ctx_print_pingpong_data() of perftest_communication.c.

namespace railhead::text::listing {
namespace {

constexpr std::array<std::string_view, 5> kHeads = {"Dual-port", "Number of qps", "Connection type", "Link type", "GID index"};
constexpr std::array<std::string_view, 11> kOthers = {"TX depth",        "RX depth",    "CQ Moderation",   "Mtu",
                                                      "Max inline data", "rdma_cm QPs", "Data ex. method", "PCIe relax order",
                                                      "remote address",  "GID",         "Using SRQ"};

bool is_local_address(std::string_view line) { return base::trimmed(line).starts_with("local address: LID "); }

/// "GID: 00:00:...:255:255:10:31:00:07": sixteen parts. A GID that is not zero has a byte of three digits (254:128, 255:255);
/// without one it is somebody's hexadecimal.
std::optional<facts::Gid> gid_of(std::string_view line) {
  std::string_view text = base::trimmed(line);
  if (!text.starts_with("GID: ")) return std::nullopt;
  text = base::trimmed(text.substr(5));
  std::vector<std::string_view> parts;
  while (parts.size() <= 16 && !text.empty()) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    parts.push_back(text.substr(0, colon));
    text.remove_prefix(std::min(text.size(), colon + 1));
  }
  if (parts.size() != 16) return std::nullopt;
  const bool decimal = std::ranges::any_of(parts, [](std::string_view part) { return part.size() == 3; });
  facts::Gid gid;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto value = number<std::uint8_t>(parts[i], decimal ? 10 : 16);
    if (!value) return std::nullopt;
    gid.bytes[i] = *value;
  }
  return gid;
}

/// What follows a label and its colon, up to a wide gap before the next label on the line.
std::string_view value_behind(std::string_view line, std::string_view label) {
  const std::size_t at = line.find(label);
  if (at == std::string_view::npos) return {};
  std::string_view rest = line.substr(at + label.size());
  const std::size_t colon = rest.find_first_not_of(" \t");
  if (colon == std::string_view::npos || rest[colon] != ':') return {};
  rest = base::trimmed(rest.substr(colon + 1));
  return rest.substr(0, rest.find_first_of(" \t"));
}

struct Run {
  std::string_view device;
  std::optional<facts::LinkLayer> layer;
  std::optional<unsigned> index;
  bool local = false;  // the next GID is the one of this side
};

void add_gid(const Run& run, const facts::Gid& gid, const std::string& source, Devices& devices, GidTables& gids) {
  if (run.layer != facts::LinkLayer::ethernet || !run.index) return;
  const auto port = devices.port(run.device, 1, source);
  if (!port) return;
  if (!devices.at(*port).link_layer) devices.at(*port).link_layer = {*run.layer, source};
  gids.add({.port = *port, .index = *run.index, .gid = gid, .source = source, .alone = true});
}

void read(const Block& block, facts::Machine& machine) {
  Devices devices(machine);
  GidTables gids(devices);
  Run run;
  for (const Line& line : block.lines) {
    const std::string_view text = line.text;
    if (text.find("Dual-port") != std::string_view::npos) run = {};
    if (const auto device = value_behind(text, "Device"); !device.empty()) run.device = device;
    if (const auto layer = value_behind(text, "Link type"); !layer.empty()) run.layer = parse_link_layer(layer);
    if (const auto index = value_behind(text, "GID index"); !index.empty()) run.index = number<std::uint16_t>(index);
    if (const auto gid = gid_of(text); gid && run.local) {
      add_gid(run, *gid, block.place(line), devices, gids);
      run.local = false;
    }
    if (is_local_address(text)) run.local = true;
    if (base::trimmed(text).starts_with("remote address")) run.local = false;
  }
  gids.finish();
}

bool is_labelled(std::string_view line, std::string_view label) {
  const std::string_view text = base::trimmed(line);
  return text.starts_with(label) && !value_behind(text, label).empty();
}

bool shows(std::string_view line) {
  if (line.size() > 256) return false;
  return is_local_address(line) || std::ranges::any_of(kHeads, [line](auto label) { return is_labelled(line, label); });
}

bool continues(std::string_view line) {
  const std::string_view text = base::trimmed(line);
  if (text.size() > 256) return false;
  const bool ruler = std::ranges::all_of(text, [](char c) { return c == '-'; });
  return ruler || std::ranges::any_of(kOthers, [text](auto label) { return text.starts_with(label); });
}

}  // namespace

Kind perftest() { return {.name = "perftest", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::listing
