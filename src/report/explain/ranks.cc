#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "finding/log/search.h"
#include "report/columns.h"
#include "report/explain/explain.h"

namespace railhead::report {
namespace {

constexpr std::size_t kMostRows = 32;

std::string devices_of(const facts::LogRank& rank) {
  if (!rank.hcas.has()) return "";
  if (rank.hcas->empty()) return "none";
  std::vector<std::string> names;
  for (const facts::LogHca& hca : *rank.hcas) names.push_back(hca.name);
  return base::listed(std::move(names), 8) + " (" + rank.hcas->front().link_layer + ")";
}

std::string channels_of(const facts::Channels& channels) {
  std::vector<std::string> parts;
  if (channels.rdma > 0) parts.push_back(base::format("{} RDMA", channels.rdma));
  if (channels.gpudirect > 0) parts.back() += base::format(" ({} GPUDirect)", channels.gpudirect);
  if (channels.socket > 0) parts.push_back(base::format("{} TCP", channels.socket));
  if (channels.other > 0) parts.push_back(base::format("{} other network", channels.other));
  if (channels.pxn > 0) parts.push_back(base::format("{} by PXN", channels.pxn));
  if (channels.p2p > 0) parts.push_back(base::format("{} P2P", channels.p2p));
  if (channels.shared_memory > 0) parts.push_back(base::format("{} SHM", channels.shared_memory));
  return base::joined(parts, ", ");
}

/// In which ranks of one job should be alike. Channels differ by place in the ring; a version that only some tell is no
/// difference.
std::string likeness(const facts::LogRank& rank, bool versions) {
  return base::format("{}|{}|{}|{}", versions ? rank.version.value_or("?") : "", rank.bootstrap.value_or("?"),
                      rank.network.value_or("?"), rank.hcas.has() ? base::format("{}", rank.hcas->size()) : "?");
}

/// "job.log:31": the folder of a file is the same for all, and long.
std::string place_of(const facts::Known<std::string>& error) {
  if (!error.has()) return "";
  const std::string place = base::one_line(error.source());
  return place.substr(place.rfind('/') + 1);  // npos + 1 is 0
}

std::vector<std::string> row_of(const facts::LogRank& rank, bool versions, const std::string& mark) {
  return {rank.rank ? base::format("{}", *rank.rank) : "?",
          rank.host.empty() ? "?" : base::one_line(rank.host),
          base::format("{}", rank.device),
          versions ? base::one_line(*rank.version) : "",
          rank.bootstrap.value_or(""),
          rank.network.value_or(""),
          devices_of(rank),
          channels_of(rank.channels),
          place_of(rank.first_error),
          mark};
}

std::vector<Column> heads() {
  return {{"rank", 6},     {"host", 24}, {"GPU", 3},       {"version", 18},     {"bootstrap", 12},
          {"network", 14}, {"HCAs", 34}, {"channels", 30}, {"first error", 24}, {"", 8}};
}

}  // namespace

std::string ranks_text(const facts::LogRun& log, const Style& style) {
  if (log.ranks.empty()) return "";
  const bool versions = std::ranges::all_of(log.ranks, [](const facts::LogRank& rank) { return rank.version.has(); });
  std::map<std::string, std::size_t> kinds;
  for (const facts::LogRank& rank : log.ranks) ++kinds[likeness(rank, versions)];
  const auto most = std::ranges::max_element(kinds, {}, [](const auto& kind) { return kind.second; });
  // A majority is more than half; without one nobody is called different.
  const bool majority = most->second * 2 > log.ranks.size();
  const auto differs = [&](const facts::LogRank* rank) { return majority && likeness(*rank, versions) != most->first; };
  std::vector<const facts::LogRank*> order;
  order.reserve(log.ranks.size());
  for (const facts::LogRank& rank : log.ranks) order.push_back(&rank);
  std::ranges::stable_sort(order, [&](const auto* a, const auto* b) {
    if (differs(a) != differs(b)) return differs(a);
    return a->rank.value_or(~0U) < b->rank.value_or(~0U);
  });
  std::vector<std::vector<std::string>> rows;
  for (const facts::LogRank* rank : order)
    if (rows.size() < kMostRows) rows.push_back(row_of(*rank, versions, differs(rank) ? "differs" : ""));
  std::string text = toned(style, Tone::strong, "ranks") + "\n";
  text += fitted_columns(heads(), std::move(rows));
  if (order.size() > kMostRows) text += base::format("and {} more\n", base::counted(order.size() - kMostRows, "rank"));
  return text + "\n";
}

}  // namespace railhead::report
