#include "probe/rdma/tables.h"

#include <cerrno>
#include <optional>

#include "probe/open_folder.h"
#include "probe/rdma/values.h"

namespace railhead::probe {
namespace {

/// Reads the entries of one port's table. The folders of types and netdevs are opened when the first entry needs them.
class GidReader {
 public:
  GidReader(const sys::FileTree& files, const std::string& port, bool ethernet)
      : files_(files), port_(port), ethernet_(ethernet), gids_(files, port + "/gids") {}

  void add(const std::string& name, facts::GidTable& table) {
    const std::optional<std::uint16_t> index = number<std::uint16_t>(name);
    if (!index) return;
    ++table.size;
    const sys::Outcome<std::string> read = gids_.read(name);
    if (read && is_empty(*read))
      ++table.zero;
    else
      table.entries.push_back(entry(name, *index, read));
  }

  facts::GidEntry entry(const std::string& name, unsigned index, const sys::Outcome<std::string>& read) {
    if (!types_) types_.emplace(files_, port_ + "/gid_attrs/types");
    if (!netdevs_) netdevs_.emplace(files_, port_ + "/gid_attrs/ndevs");
    auto type = [this](std::string_view text) { return parse_gid_type(text, ethernet_); };
    return {.index = index,
            .gid = parsed<facts::Gid>(read, gids_.source(name), "eight groups of four digits", facts::parse_gid),
            .type = parsed<facts::GidType>(*types_, name, "'IB/RoCE v1' or 'RoCE v2'", type),
            .netdev = text_of(*netdevs_, name)};
  }

  sys::Outcome<std::string> gid(const std::string& name) const { return gids_.read(name); }

  std::optional<facts::GidType> type(const std::string& name) {
    if (!types_) types_.emplace(files_, port_ + "/gid_attrs/types");
    const sys::Outcome<std::string> read = types_->read(name);
    return read ? parse_gid_type(base::trimmed(*read), ethernet_) : std::nullopt;
  }

 private:
  static bool is_empty(std::string_view text) {
    const std::optional<facts::Gid> gid = facts::parse_gid(base::trimmed(text));
    return gid && is_zero(*gid);
  }

  const sys::FileTree& files_;
  const std::string& port_;
  bool ethernet_;
  OpenFolder gids_;
  std::optional<OpenFolder> types_;
  std::optional<OpenFolder> netdevs_;
};

bool would_be_used(const sys::FileTree& files, const facts::GidEntry& entry) {
  return entry.type.is(facts::GidType::roce_v2) && entry.netdev && files.node("/sys/class/net/" + *entry.netdev).has_value();
}

}  // namespace

facts::Known<facts::GidTable> gid_table(const sys::FileTree& files, const std::string& port, bool ethernet) {
  std::string path = port + "/gids";
  const sys::Outcome<std::vector<std::string>> names = files.list(path);
  if (!names) return {missing_of(names.error()), std::move(path)};
  facts::GidTable table;
  GidReader reader(files, port, ethernet);
  for (const std::string& name : *names) reader.add(name, table);
  return {std::move(table), std::move(path)};
}

facts::Known<facts::GidTable> used_gid(const sys::FileTree& files, const std::string& port) {
  const std::string path = port + "/gids";
  GidReader reader(files, port, true);
  constexpr unsigned kMost = 1024;  // drivers have 16 to 256
  for (unsigned index = 0; index < kMost; ++index) {
    const std::string name = std::to_string(index);
    const sys::Outcome<std::string> read = reader.gid(name);
    if (!read && (read.error() == sys::kNotAsked || read.error().value == ENOENT)) break;  // past the end
    const std::optional<facts::Gid> gid = read ? facts::parse_gid(base::trimmed(*read)) : std::nullopt;
    if (!gid || !facts::is_ipv4(*gid) || facts::is_autoconf(*gid) || reader.type(name) != facts::GidType::roce_v2) continue;
    facts::GidEntry entry = reader.entry(name, index, read);
    if (!would_be_used(files, entry)) continue;
    facts::GidTable table{.size = 1, .zero = 0, .entries = {}};
    table.entries.push_back(std::move(entry));
    return {std::move(table), path};
  }
  return gid_table(files, port, true);
}

facts::Known<facts::GidTable> first_gid(const sys::FileTree& files, const std::string& port) {
  const std::string path = port + "/gids/0";
  auto gid = parsed<facts::Gid>(files, path, "eight groups of four digits", facts::parse_gid);
  if (!gid) return {gid.missing(), path};
  facts::GidTable table{.size = 1, .zero = 0, .entries = {}};
  table.entries.push_back({.index = 0, .gid = std::move(gid), .type = {}, .netdev = {}});
  return {std::move(table), port + "/gids"};
}

facts::Known<std::vector<std::uint16_t>> pkeys(const sys::FileTree& files, std::string path) {
  const sys::Outcome<std::vector<std::string>> names = files.list(path);
  if (!names) return {missing_of(names.error()), std::move(path)};
  const OpenFolder folder(files, path);
  std::vector<std::uint16_t> keys;
  std::optional<facts::Missing> first_failure;
  bool any_read = names->empty();
  for (const std::string& name : *names) {
    const sys::Outcome<std::string> read = folder.read(name);
    const std::string_view text = read ? base::trimmed(*read) : std::string_view();
    const std::optional<std::uint16_t> key = number<std::uint16_t>(text, 16);
    if (key) any_read = true;
    if (key && *key != 0) keys.push_back(*key);
    if (!key && !first_failure) first_failure = read ? malformed("a P_Key like '0xffff'", text) : missing_of(read.error());
  }
  if (!any_read) return {std::move(*first_failure), std::move(path)};
  return {std::move(keys), std::move(path)};
}

std::map<std::string, std::uint64_t> counters(const sys::FileTree& files, const std::string& path) {
  std::map<std::string, std::uint64_t> values;
  const sys::Outcome<std::vector<std::string>> names = files.list(path);
  if (!names) return values;
  const OpenFolder folder(files, path);
  for (const std::string& name : *names) {
    const sys::Outcome<std::string> read = folder.read(name);
    if (!read || name == "lifespan") continue;
    if (const auto value = number<std::uint64_t>(base::trimmed(*read))) values.emplace(base::printable(name), *value);
  }
  return values;
}

}  // namespace railhead::probe
