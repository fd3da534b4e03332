#include <algorithm>
#include <optional>

#include "base/text.h"
#include "text/cluster/kinds.h"
#include "text/cluster/phrase.h"

// "Capacity:" and "Allocatable:" of `kubectl describe node`; "allocatable" and "capacity" in its YAML and JSON; one of the two
// alone, as jq or jsonpath print it, in lines or on one. Pods name resources in the same way, so that a text without a heading
// counts only where it has the number of pods, which nodes alone offer.
namespace railhead::text::cluster {
namespace {

using facts::ClusterNode;
using facts::NodeResource;

constexpr std::size_t kLongest = std::size_t{16} << 10U;
constexpr std::size_t kMostResources = 512;
constexpr std::size_t kMostNodes = 2000;

enum class Part { none, capacity, allocatable };

struct Pair {
  std::string_view name;
  std::string_view value;
};

std::string_view without_quotes(std::string_view text) {
  if (text.starts_with('"')) text.remove_prefix(1);
  if (text.ends_with('"')) text.remove_suffix(1);
  return text;
}

/// "NAME: VALUE" of YAML, JSON or describe.
std::optional<Pair> pair_in(std::string_view line) {
  std::string_view text = base::trimmed(line);
  if (text.ends_with(',')) text.remove_suffix(1);
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  const std::string_view name = without_quotes(base::trimmed(text.substr(0, colon)));
  const std::string_view value = without_quotes(base::trimmed(text.substr(colon + 1)));
  if (name.empty() || name_at(name) != name || value.empty() || name_at(value) != value) return std::nullopt;
  return Pair{name, value};
}

bool is_extended(std::string_view name) {
  const std::size_t slash = name.find('/');
  return slash != std::string_view::npos && slash > 0 && slash + 1 < name.size();
}

/// Names that nodes offer and that are no devices.
bool is_plain(std::string_view name) {
  return name == "cpu" || name == "memory" || name == "pods" || name == "ephemeral-storage" || name.starts_with("hugepages-") ||
         name.starts_with("attachable-volumes-");
}

Part heading(std::string_view line) {
  std::string_view text = base::trimmed(line);
  if (text.ends_with('{')) text = base::trimmed(text.substr(0, text.size() - 1));
  if (text == "Allocatable:" || text == "allocatable:" || text == "\"allocatable\":") return Part::allocatable;
  if (text == "Capacity:" || text == "capacity:" || text == "\"capacity\":") return Part::capacity;
  return Part::none;
}

/// All resources on one line: {"cpu":"8",...,"pods":"110"} or map[cpu:8 ... pods:110].
bool is_whole(std::string_view line) {
  if (line.size() > kLongest) return false;
  const bool json = holds(line, "\"cpu\":") && holds(line, "\"memory\":") && holds(line, "\"pods\":");
  const bool go = holds(line, "map[") && holds(line, "cpu:") && holds(line, " pods:");
  return json || go;
}

bool shows(std::string_view line) {
  if (line.size() > kLongest) return false;
  const std::string_view text = base::trimmed(line);
  // "capacity:" alone may be a volume's.
  if ((heading(line) != Part::none && !text.starts_with("capacity") && !text.starts_with("\"capacity")) || is_whole(line))
    return true;
  if (!text.starts_with('"')) return false;
  const auto pair = pair_in(line);
  return pair && (pair->name == "ephemeral-storage" || pair->name.starts_with("hugepages-")) && number_at(pair->value);
}

bool continues(std::string_view line) {
  if (line.size() > kLongest) return false;
  const std::string_view text = base::trimmed(line);
  if (shows(line) || heading(line) != Part::none || text == "}" || text == "},") return true;
  const auto pair = pair_in(line);
  return pair && number_at(pair->value) && (is_plain(pair->name) || is_extended(pair->name));
}

NodeResource& resource_of(ClusterNode& node, std::string_view name, const std::string& place) {
  const auto found = std::ranges::find(node.resources, name, &NodeResource::name);
  if (found != node.resources.end()) return *found;
  node.resources.push_back({.name = std::string(name), .source = place});
  return node.resources.back();
}

void set(ClusterNode& node, Part part, const Pair& pair, const std::string& place) {
  const auto number = base::unsigned_number(pair.value);
  if (!number || !is_extended(pair.name) || node.resources.size() >= kMostResources) return;
  NodeResource& resource = resource_of(node, kept(pair.name), place);
  auto& field = part == Part::capacity ? resource.capacity : resource.allocatable;
  if (!field) field = number;
  if (part == Part::allocatable) resource.source = place;
}

/// The pairs of a line that holds all of them.
void read_whole(std::string_view line, ClusterNode& node, const std::string& place) {
  std::size_t start = 0;
  for (std::size_t at = 0; at <= line.size(); ++at) {
    if (at < line.size() && std::string_view(" ,{}[]").find(line[at]) == std::string_view::npos) continue;
    if (const auto pair = pair_in(line.substr(start, at - start))) set(node, Part::allocatable, *pair, place);
    start = at + 1;
  }
}

/// Reads a block line by line; a part that comes a second time is the next node's.
class Reader {
 public:
  Reader(const Block& block, facts::Cluster& cluster) : block_(block), cluster_(cluster) {}

  void take(const Line& line) {
    if (is_whole(line.text)) {
      close();
      read_whole(line.text, node_, block_.place(line));
      node_.source = block_.place(line);
      sure_ = true;
      return close();
    }
    if (const Part part = heading(line.text); part != Part::none) return begin(part, line);
    const auto pair = pair_in(line.text);
    if (!pair) return;
    if (node_.source.empty()) node_.source = block_.place(line);
    if (pair->name == "pods") sure_ = true;
    set(node_, part_ == Part::none ? Part::allocatable : part_, *pair, block_.place(line));
  }

  void close() {
    if (sure_ && !node_.source.empty() && cluster_.nodes.size() < kMostNodes) cluster_.nodes.push_back(node_);
    node_ = {};
    part_ = Part::none;
    sure_ = had_capacity_ = had_allocatable_ = false;
  }

 private:
  void begin(Part part, const Line& line) {
    bool& had = part == Part::capacity ? had_capacity_ : had_allocatable_;
    if (had) close();
    (part == Part::capacity ? had_capacity_ : had_allocatable_) = true;
    part_ = part;
    if (node_.source.empty()) node_.source = block_.place(line);
  }

  const Block& block_;
  facts::Cluster& cluster_;
  ClusterNode node_;
  Part part_ = Part::none;
  bool sure_ = false;
  bool had_capacity_ = false;
  bool had_allocatable_ = false;
};

void read(const Block& block, facts::Cluster& cluster) {
  Reader reader(block, cluster);
  for (const Line& line : block.lines) reader.take(line);
  reader.close();
}

}  // namespace

Kind node_resources() {
  return {.name = "node-resources", .shows = shows, .continues = continues, .read = nullptr, .read_cluster = read};
}

}  // namespace railhead::text::cluster
