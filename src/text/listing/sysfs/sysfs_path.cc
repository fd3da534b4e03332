#include "text/listing/sysfs/sysfs_path.h"

#include <algorithm>
#include <array>

#include "text/listing/values.h"

namespace railhead::text::listing {
namespace {

constexpr std::array<std::string_view, 6> kPortValues = {"state", "phys_state", "rate", "link_layer", "lid", "sm_lid"};
constexpr std::array<std::string_view, 3> kDeviceValues = {"fw_ver", "node_guid", "node_type"};

bool ends_name(char c) { return c == ':' || c == ' ' || c == '\t' || c == '\'' || c == '"' || c == '/'; }

/// The component at the front of `text`, taken off it; the slash behind it stays.
std::string_view take_component(std::string_view& text) {
  const auto* end = std::ranges::find_if(text, ends_name);
  const auto length = static_cast<std::size_t>(end - text.begin());
  const std::string_view component = text.substr(0, length);
  text.remove_prefix(length);
  return component;
}

/// The start of the path that ends at `end`: behind the last blank or quote.
std::size_t start_of(std::string_view line, std::size_t end) {
  const std::size_t before = line.substr(0, end).find_last_of(" \t'\"");
  return before == std::string_view::npos ? 0 : before + 1;
}

/// The last component of `folder`, taken off it with its slash.
std::string_view take_last(std::string_view& folder) {
  if (folder.ends_with('/')) folder.remove_suffix(1);
  const std::size_t slash = folder.rfind('/');
  const std::size_t start = slash == std::string_view::npos ? 0 : slash + 1;
  const std::string_view last = folder.substr(start);
  folder = folder.substr(0, start);
  return last;
}

/// Reads ".../mlx5_0/ports/1/", or as much of it as is there.
bool read_folder(std::string_view folder, SysfsPath& path) {
  if (folder.ends_with("./")) folder.remove_suffix(2);
  if (folder.empty()) return true;
  const auto port = number<std::uint8_t>(take_last(folder));
  if (!port || take_last(folder) != "ports") return false;
  path.port = *port;
  if (folder.ends_with("./")) folder.remove_suffix(2);
  path.device = take_last(folder);
  return path.device.empty() || is_device_name(path.device);
}

struct Table {
  std::string_view folder;
  SysfsFile file;
};

constexpr std::array kTables = {Table{"gid_attrs/types/", SysfsFile::gid_type},
                                Table{"gid_attrs/ndevs/", SysfsFile::gid_netdev}, Table{"gids/", SysfsFile::gid}};

std::optional<SysfsMatch> in_table(std::string_view line, const Table& table) {
  const std::size_t at = line.find(table.folder);
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t start = start_of(line, at);
  SysfsMatch match{
      .path = {.file = table.file, .device = {}, .port = 1, .name = {}}, .before = line.substr(0, start), .behind = {}};
  match.behind = line.substr(at + table.folder.size());
  match.path.name = take_component(match.behind);
  const bool is_slot = match.path.name == "*" || number<std::uint16_t>(match.path.name);
  if (!is_slot || match.behind.starts_with('/')) return std::nullopt;
  if (!read_folder(line.substr(start, at - start), match.path)) return std::nullopt;
  return match;
}

/// What follows "infiniband/": a value of the device or of one of its ports.
std::optional<SysfsMatch> value_below(std::string_view line) {
  constexpr std::string_view kClass = "/infiniband/";
  const std::size_t at = line.find(kClass);
  if (at == std::string_view::npos) return std::nullopt;
  SysfsMatch match{.path = {}, .before = line.substr(0, start_of(line, at)), .behind = line.substr(at + kClass.size())};
  const auto next = [&match] {
    if (match.behind.starts_with('/')) match.behind.remove_prefix(1);
    return take_component(match.behind);
  };
  match.path.device = next();
  std::string_view name = next();
  std::optional<std::uint8_t> port = std::uint8_t{1};
  const bool of_port = name == "ports";
  if (of_port) {
    port = number<std::uint8_t>(next());
    name = next();
  }
  const bool known = of_port ? std::ranges::find(kPortValues, name) != kPortValues.end()
                             : std::ranges::find(kDeviceValues, name) != kDeviceValues.end();
  if (!known || !port || !is_device_name(match.path.device) || match.behind.starts_with('/')) return std::nullopt;
  match.path.file = of_port ? SysfsFile::port_value : SysfsFile::device_value;
  match.path.port = *port;
  match.path.name = name;
  return match;
}

/// ".../infiniband_verbs/uverbs0/ibdev"
std::optional<SysfsMatch> uverbs(std::string_view line) {
  constexpr std::string_view kClass = "infiniband_verbs/";
  constexpr std::string_view kFile = "/ibdev";
  const std::size_t at = line.find(kClass);
  if (at == std::string_view::npos) return std::nullopt;
  SysfsMatch match{.path = {}, .before = line.substr(0, start_of(line, at)), .behind = line.substr(at + kClass.size())};
  match.path.file = SysfsFile::uverbs_device;
  match.path.name = take_component(match.behind);
  if (!match.path.name.starts_with("uverbs") || !is_device_name(match.path.name) || !match.behind.starts_with(kFile))
    return std::nullopt;
  match.behind.remove_prefix(kFile.size());
  return match;
}

}  // namespace

std::optional<SysfsMatch> sysfs_path(std::string_view line) {
  constexpr std::size_t kLongest = 4096;
  if (line.size() > kLongest) return std::nullopt;
  for (const Table& table : kTables)
    if (auto match = in_table(line, table)) return match;
  if (auto match = value_below(line)) return match;
  return uverbs(line);
}

}  // namespace railhead::text::listing
