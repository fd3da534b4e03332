#include <algorithm>
#include <string>
#include <utility>

#include "base/text.h"
#include "facts/rdma/unnamed.h"
#include "text/listing/gid/gid_tables.h"
#include "text/listing/kinds.h"
#include "text/listing/sysfs/sysfs_path.h"
#include "text/listing/values.h"

// Files of /sys/class/infiniband as people print them: "PATH:VALUE" (grep . PATH...), "==> PATH <==" and the value below it
// (head, tail), "cat PATH" with the prompt before it and the value below it. The shell gives a glob of a table in the order
// 0, 1, 10, 11, ..., so the values of `cat .../gids/*` have their index only where none was cut.

namespace railhead::text::listing {
namespace {

/// Where the value of a path stands.
enum class Form { here, below, all_below, refused };

struct Item {
  SysfsMatch match;
  Form form = Form::here;
  std::string_view value;
};

/// "cat: PATH: Invalid argument", "head: error reading 'PATH': Invalid argument"
std::optional<std::string_view> refusal_of(std::string_view line) {
  for (const std::string_view tool : {"cat: ", "grep: ", "head: ", "tail: "}) {
    if (!line.starts_with(tool)) continue;
    if (line.ends_with(": Invalid argument")) return "EINVAL";
    if (line.ends_with(": Permission denied")) return "EACCES";
    if (line.ends_with(": Operation not permitted")) return "EPERM";
    if (line.ends_with(": No such file or directory")) return "ENOENT";
  }
  return std::nullopt;
}

/// True where a command `cat` stands last before the path: "[root@host ~]# cat ".
bool is_cat(std::string_view before) {
  before = base::trimmed(before);
  return before == "cat" || before.ends_with(" cat") || before.ends_with("#cat") || before.ends_with("$cat");
}

std::optional<Item> item(std::string_view line) {
  line = base::trimmed(line);
  auto match = sysfs_path(line);
  if (!match) return std::nullopt;
  Item found{*match, Form::here, {}};
  const std::string_view before = base::trimmed(match->before);
  const std::string_view behind = base::trimmed(match->behind);
  if (const auto refusal = refusal_of(line)) {
    found.form = Form::refused;
    found.value = *refusal;
    return found;
  }
  const bool all = match->path.name == "*";
  if (before == "==>" && behind == "<==" && !all) {
    found.form = Form::below;
    return found;
  }
  if (is_cat(match->before) && behind.empty()) {
    found.form = all ? Form::all_below : Form::below;
    return found;
  }
  if (!before.empty() || !behind.starts_with(':') || all) return std::nullopt;
  found.value = base::trimmed(behind.substr(1));
  return found;
}

/// The indexes of a table of `size` slots in the shell's order.
std::vector<std::uint16_t> in_order_of_shell(std::size_t size) {
  std::vector<std::string> names;
  names.reserve(size);
  for (std::size_t i = 0; i < size; ++i) names.push_back(std::to_string(i));
  std::ranges::sort(names);
  std::vector<std::uint16_t> indexes;
  indexes.reserve(size);
  for (const std::string& name : names) indexes.push_back(number<std::uint16_t>(name).value_or(0));
  return indexes;
}

/// Lengths that drivers give their tables; with another number of values some were cut, and no value has its index.
bool is_whole_table(std::size_t size) {
  constexpr std::size_t kSizes[] = {8, 16, 32, 64, 128, 255, 256, 512, 1024};
  return std::ranges::find(kSizes, size) != std::end(kSizes);
}

GidVersion version_of(std::string_view text) {
  if (text == "RoCE v2") return GidVersion::roce_v2;
  return text == "IB/RoCE v1" ? GidVersion::v1 : GidVersion::not_told;
}

void tell_port(std::string_view name, std::string_view value, const std::string& source, facts::Port& port) {
  if (name == "state") tell(port.state, parse_state(value), source, "a state like '4: ACTIVE'", value);
  if (name == "phys_state") tell(port.physical_state, parse_physical_state(value), source, "a state like '5: LinkUp'", value);
  if (name == "link_layer") tell(port.link_layer, parse_link_layer(value), source, "'InfiniBand' or 'Ethernet'", value);
  if (name == "lid") tell(port.lid, number<unsigned>(value, 16), source, "a LID like 0x1", value);
  if (name == "sm_lid") tell(port.sm_lid, number<unsigned>(value, 16), source, "a LID like 0x1", value);
  if (name == "rate") {
    tell(port.rate, parse_rate(value), source, "a rate like '100 Gb/sec (4X EDR)'", value);
    tell(port.rate_text, parse_text(value), source, "a rate", value);
  }
}

void tell_device(std::string_view name, std::string_view value, const std::string& source, facts::Device& device) {
  if (name == "fw_ver") tell(device.firmware, parse_text(value), source, "a version", value);
  if (name == "node_guid") tell(device.node_guid, parse_guid(value), source, "a GUID", value);
  if (name == "node_type") tell(device.node_type, parse_text(value), source, "a type like '1: CA'", value);
}

class Reader {
 public:
  explicit Reader(facts::Machine& machine) : devices_(machine) {}

  void read(const Block& block) {
    for (const Line& line : block.lines) read(line.text, block.place(line));
    end_table();
    gids_.finish();
  }

 private:
  struct Value {
    std::string_view text;
    std::string source;
  };

  void read(std::string_view line, const std::string& source) {
    const auto found = item(line);
    if (!found) return read_bare(base::trimmed(line), source);
    if (found->form == Form::refused && table_) refused_.push_back(number<std::uint16_t>(found->match.path.name).value_or(0));
    if (found->form == Form::refused) return read_refusal(found->match.path, found->value, source);
    end_table();
    below_.reset();
    if (found->form == Form::here) return tell(found->match.path, found->value, source);
    (found->form == Form::below ? below_ : table_) = found->match.path;
  }

  /// The value of the path above it.
  void read_bare(std::string_view value, const std::string& source) {
    if (value.empty()) return;
    if (table_)
      values_.push_back({value, source});
    else if (below_)
      tell(*std::exchange(below_, std::nullopt), value, source);
  }

  /// Of a GID alone: that a type or a netdev cannot be read says that the slot is empty or another's.
  void read_refusal(const SysfsPath& path, std::string_view refusal, const std::string& source) {
    below_.reset();
    if (path.file != SysfsFile::gid || refusal == "ENOENT") return;
    const auto port = port_of(path, source);
    const auto index = number<std::uint16_t>(path.name);
    if (port && index)
      gids_.add({.port = *port, .index = *index, .refusal = std::string(refusal), .source = source, .alone = true});
  }

  std::optional<PortAt> port_of(const SysfsPath& path, const std::string& source) {
    return devices_.port(path.device.empty() ? facts::kUnnamed : path.device, path.port, source);
  }

  void tell(const SysfsPath& path, std::string_view value, const std::string& source) {
    if (path.file == SysfsFile::uverbs_device) return tell_uverbs(path.name, value, source);
    if (path.file == SysfsFile::device_value) {
      if (const auto device = devices_.device(path.device, source)) tell_device(path.name, value, source, devices_.at(*device));
      return;
    }
    const auto port = port_of(path, source);
    if (!port) return;
    if (path.file == SysfsFile::port_value) return tell_port(path.name, value, source, devices_.at(*port));
    if (const auto index = number<std::uint16_t>(path.name)) add(*port, path.file, *index, {value, source});
  }

  void tell_uverbs(std::string_view uverbs, std::string_view device, const std::string& source) {
    const auto at = devices_.device(device, source);
    if (at && !devices_.at(*at).uverbs) devices_.at(*at).uverbs = {std::string(uverbs), source};
  }

  void add(PortAt port, SysfsFile file, unsigned index, const Value& value) {
    GidRow row{.port = port, .index = index, .source = value.source, .alone = true};
    if (file == SysfsFile::gid) row.gid = facts::parse_gid(value.text);
    if (file == SysfsFile::gid_type) row.version = version_of(value.text);
    if (file == SysfsFile::gid_netdev && is_interface_name(value.text)) row.netdev = value.text;
    gids_.add(std::move(row));
  }

  /// Gives the values below `cat .../gids/*` their indexes.
  void end_table() {
    const auto path = std::exchange(table_, std::nullopt);
    const std::vector<Value> values = std::exchange(values_, {});
    std::vector<std::uint16_t> refused = std::exchange(refused_, {});
    if (!path || values.empty() || !is_whole_table(values.size() + refused.size())) return;
    const auto port = port_of(*path, values.front().source);
    if (!port) return;
    std::ranges::sort(refused);
    auto value = values.begin();
    for (const std::uint16_t index : in_order_of_shell(values.size() + refused.size()))
      if (!std::ranges::binary_search(refused, index) && value != values.end()) add(*port, path->file, index, *value++);
  }

  Devices devices_;
  GidTables gids_{devices_};
  std::optional<SysfsPath> below_;
  std::optional<SysfsPath> table_;
  std::vector<Value> values_;
  std::vector<std::uint16_t> refused_;
};

void read(const Block& block, facts::Machine& machine) { Reader(machine).read(block); }

bool shows(std::string_view line) { return item(line).has_value(); }

/// A value below its path.
bool continues(std::string_view line) {
  line = base::trimmed(line);
  if (line.empty() || facts::parse_gid(line) || version_of(line) != GidVersion::not_told || parse_guid(line)) return true;
  if (parse_link_layer(line) || parse_rate(line) || number<unsigned>(line, 16) || is_interface_name(line)) return true;
  return line.size() > 3 && line[0] >= '0' && line[0] <= '9' && line.substr(1, 2) == ": ";
}

}  // namespace

Kind sysfs() { return {.name = "sysfs", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::listing
