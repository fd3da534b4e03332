#include <algorithm>
#include <array>

#include "text/listing/kinds.h"
#include "text/listing/values.h"

// `ls -l /dev/infiniband`, or the names alone. A node that is not listed may have been cut from the paste, so that nothing is
// said of it; only "No such file or directory" says that none is there.

namespace railhead::text::listing {
namespace {

constexpr std::string_view kFolder = "/dev/infiniband";

/// uverbs0, umad0, issm0 (drivers/infiniband/core), ucm0 of old kernels, rdma_cm.
bool is_node_name(std::string_view text) {
  if (text == "rdma_cm") return true;
  for (const std::string_view kind : {"uverbs", "umad", "issm", "ucm"})
    if (text.starts_with(kind)) return number<std::uint16_t>(text.substr(kind.size())).has_value();
  return false;
}

/// The name in "/dev/infiniband/uverbs0".
std::string_view without_folder(std::string_view path) {
  if (path.starts_with(kFolder) && path.size() > kFolder.size() && path[kFolder.size()] == '/')
    path.remove_prefix(kFolder.size() + 1);
  return path;
}

/// 0640 of "crw-r-----", with what SELinux and ACLs put behind it.
std::optional<std::uint32_t> mode_of(std::string_view text) {
  constexpr std::string_view kLetters = "rwxrwxrwx";
  if (text.size() < 10 || text.size() > 11 || text[0] != 'c') return std::nullopt;
  std::uint32_t mode = 0;
  for (std::size_t i = 0; i < kLetters.size(); ++i) {
    const char c = text[i + 1];
    if (c != '-' && c != kLetters[i]) return std::nullopt;
    mode = mode << 1 | (c == '-' ? 0U : 1U);
  }
  return mode;
}

struct Node {
  std::string_view name;
  std::uint32_t mode = 0;
  std::string_view owner;
  std::string_view group;
};

/// "crw-rw-rw- 1 root root 231, 192 Apr  5 06:17 uverbs0"
std::optional<Node> node(std::string_view line) {
  const std::vector<std::string_view> parts = words(line);
  if (parts.size() < 7) return std::nullopt;
  const auto mode = mode_of(parts[0]);
  const std::string_view name = without_folder(parts.back());
  if (!mode || !is_node_name(name)) return std::nullopt;
  return Node{name, *mode, parts[2], parts[3]};
}

/// `ls` without -l: nothing but names of nodes.
std::vector<std::string_view> bare_names(std::string_view line) {
  std::vector<std::string_view> parts = words(line);
  for (std::string_view& part : parts) part = without_folder(part);
  return std::ranges::all_of(parts, is_node_name) ? parts : std::vector<std::string_view>{};
}

/// "ls: cannot access '/dev/infiniband': No such file or directory", of the folder and not of a name below it.
bool is_missing(std::string_view line) {
  line = base::trimmed(line);
  const std::size_t at = line.find(kFolder);
  if (!line.starts_with("ls: ") || at == std::string_view::npos || !line.ends_with("No such file or directory")) return false;
  std::string_view rest = line.substr(at + kFolder.size());
  if (rest.starts_with('/')) rest.remove_prefix(1);
  return rest.starts_with('\'') || rest.starts_with(':');
}

/// Names of other users are not numbers that we know.
void tell_owner(facts::Known<std::uint32_t>& owner, std::string_view text, const std::string& source) {
  const auto id = text == "root" ? std::optional<std::uint32_t>(0) : number<std::uint32_t>(text);
  if (id && !owner) owner = {*id, source};
}

void tell_node(facts::DeviceNode& node, const Node& read, const std::string& source) {
  node.path = std::string(kFolder) + "/" + std::string(read.name);
  if (!node.present) node.present = {true, source};
  if (!node.mode) node.mode = {read.mode, source};
  tell_owner(node.uid, read.owner, source);
  tell_owner(node.gid, read.group, source);
}

void add_name(std::string_view name, const std::string& source, facts::Rdma& rdma) {
  constexpr std::size_t kMost = 4096;
  if (!rdma.nodes) rdma.nodes = {std::vector<std::string>{}, source};
  std::vector<std::string>& names = rdma.nodes.held();
  const auto place = std::ranges::lower_bound(names, name);
  if ((place == names.end() || *place != name) && names.size() < kMost) names.insert(place, std::string(name));
}

/// Listings say which nodes there are; whose device a uverbs node is must have been told before.
void tell_devices(const Node& read, const std::string& source, facts::Rdma& rdma) {
  if (!read.name.starts_with("uverbs") || !rdma.devices) return;
  for (facts::Device& device : rdma.devices.held())
    if (device.uverbs && *device.uverbs == read.name) tell_node(device.uverbs_node, read, source);
}

void read_missing(const std::string& source, facts::Rdma& rdma) {
  if (!rdma.nodes.not_asked()) return;
  rdma.nodes = {facts::Missing{.why = facts::Why::not_found, .detail = "ENOENT"}, source};
  if (!rdma.rdma_cm.present) rdma.rdma_cm.present = {false, source};
  rdma.rdma_cm.path = std::string(kFolder) + "/rdma_cm";
}

void read(const Block& block, facts::Machine& machine) {
  facts::Rdma& rdma = machine.rdma;
  for (const Line& line : block.lines) {
    const std::string source = block.place(line);
    if (is_missing(line.text)) read_missing(source, rdma);
    if (const auto found = node(line.text)) {
      add_name(found->name, source, rdma);
      if (found->name == "rdma_cm") tell_node(rdma.rdma_cm, *found, source);
      tell_devices(*found, source, rdma);
    }
    for (const std::string_view name : bare_names(line.text)) add_name(name, source, rdma);
  }
}

bool shows(std::string_view line) { return node(line) || is_missing(line) || bare_names(line).size() > 1; }

/// The folder itself and its parent, "total 0", and by-ibdev, which udev makes.
bool continues(std::string_view line) {
  const std::vector<std::string_view> parts = words(line);
  if (parts.empty()) return base::trimmed(line).empty();
  if (parts[0] == "total") return parts.size() == 2;
  return parts[0].starts_with("drwx") || !bare_names(line).empty();
}

}  // namespace

Kind dev_infiniband() { return {.name = "/dev/infiniband", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::listing
