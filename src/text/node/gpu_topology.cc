#include <algorithm>
#include <map>
#include <optional>

#include "base/text.h"
#include "text/node/kinds.h"

// `nvidia-smi topo -m`: a head of names, a row for each GPU and NIC, "X" where a row meets itself, and since driver 515 a
// legend of the NICs' names; before it the columns were called by the devices themselves (mlx5_0). Columns behind the last name
// (CPU Affinity, NUMA Affinity, GPU NUMA ID) are no distances.
namespace railhead::text::node {
namespace {

using facts::Distance;

constexpr std::size_t kLongest = 4000;
constexpr std::size_t kMostColumns = 256;

bool is_numbered(std::string_view word, std::string_view name) {
  return word.starts_with(name) && base::unsigned_number(word.substr(name.size())).has_value();
}

bool is_gpu(std::string_view word) { return is_numbered(word, "GPU"); }

bool is_nic(std::string_view word) {
  return is_numbered(word, "NIC") || word.starts_with("mlx") || word.starts_with("bnxt_re") || word.starts_with("rocep") ||
         word.starts_with("ibp") || word.starts_with("rdmap") || word.starts_with("irdma");
}

std::optional<Distance> distance_of(std::string_view word) {
  if (word == "PIX") return Distance::pix;
  if (word == "PXB") return Distance::pxb;
  if (word == "PHB") return Distance::phb;
  if (word == "NODE") return Distance::node;
  if (word == "SYS") return Distance::sys;
  return std::nullopt;
}

/// "X" and those between GPUs: "NV18", "C2C".
bool is_cell(std::string_view word) {
  return word == "X" || distance_of(word) || is_numbered(word, "NV") || word == "C2C" || word == "PSB";
}

/// "GPU0 GPU1 NIC0 NIC1 CPU Affinity ...": the names of the columns.
std::optional<std::vector<std::string_view>> head_of(std::string_view line) {
  if (line.find("GPU0") == std::string_view::npos && line.find("NIC0") == std::string_view::npos) return std::nullopt;
  std::vector<std::string_view> names;
  for (const std::string_view word : base::words(line.substr(0, kLongest))) {
    if (!is_gpu(word) && !is_nic(word)) break;
    names.push_back(word);
  }
  if (names.size() < 2 || names.size() > kMostColumns || !is_gpu(names.front())) return std::nullopt;
  return names;
}

struct Row {
  std::string_view name;
  std::vector<std::string_view> cells;
};

std::optional<Row> row_of(std::string_view line) {
  const std::vector<std::string_view> words = base::words(line.substr(0, kLongest));
  if (words.size() < 2 || (!is_gpu(words[0]) && !is_nic(words[0]))) return std::nullopt;
  Row row{words[0], {}};
  for (std::size_t i = 1; i < words.size() && is_cell(words[i]); ++i) row.cells.push_back(words[i]);
  if (row.cells.empty()) return std::nullopt;
  return row;
}

struct Legend {
  std::string_view column;
  std::string_view name;
};

/// "NIC0: mlx5_0"
std::optional<Legend> legend_of(std::string_view line) {
  const std::vector<std::string_view> words = base::words(line.substr(0, 100));
  if (words.size() != 2 || !words[0].ends_with(':')) return std::nullopt;
  const std::string_view column = words[0].substr(0, words[0].size() - 1);
  if (!is_numbered(column, "NIC")) return std::nullopt;
  return Legend{column, words[1]};
}

bool shows(std::string_view line) {
  if (line.find("GPU") == std::string_view::npos && line.find("NIC") == std::string_view::npos) return false;
  return head_of(line) || legend_of(line) || (row_of(line) && is_gpu(row_of(line)->name));
}

/// The rows of the adapters, and the words that explain the distances.
bool continues(std::string_view text) {
  const std::string_view line = base::trimmed(text);
  if (shows(line) || row_of(line) || line == "Legend:" || line == "NIC Legend:") return true;
  const std::vector<std::string_view> words = base::words(line.substr(0, 20));
  return words.size() > 1 && words[1] == "=" && (is_cell(words[0]) || words[0] == "NV#");
}

void read(const Block& block, facts::Machine& machine) {
  std::map<std::string_view, std::string_view> legend;
  for (const Line& line : block.lines)
    if (const auto found = legend_of(line.text)) legend.try_emplace(found->column, found->name);
  std::vector<std::string_view> head;
  for (const Line& line : block.lines) {
    if (const auto names = head_of(line.text)) {
      head = *names;
      continue;
    }
    const auto row = row_of(line.text);
    if (!row || !is_gpu(row->name) || machine.gpu.affinity.size() >= kMostColumns) continue;
    facts::AffinityRow found{.gpu = std::string(row->name), .nics = {}, .source = block.place(line)};
    for (std::size_t i = 0; i < std::min(head.size(), row->cells.size()); ++i) {
      const auto distance = distance_of(row->cells[i]);
      if (!distance || !is_nic(head[i])) continue;
      const auto named = legend.find(head[i]);
      found.nics.push_back({base::one_line(named == legend.end() ? head[i] : named->second), *distance});
    }
    const bool known = std::ranges::count(machine.gpu.affinity, found.gpu, &facts::AffinityRow::gpu) > 0;
    if (!known && row->cells.size() >= head.size() && !found.nics.empty()) machine.gpu.affinity.push_back(std::move(found));
  }
}

}  // namespace

Kind gpu_topology() { return {.name = "gpu-topology", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::node
