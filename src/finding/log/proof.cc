#include "finding/log/proof.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "facts/log/run.h"

namespace railhead::check {
namespace {

bool has_rdma_name(const std::string& network) { return network.starts_with("IB") || network.starts_with("gIB"); }

/// Up to 2.5 there is no line "Using network", and a list of devices means that they are used. A later log that lacks the line
/// is cut.
bool lists_what_it_uses(const facts::LogRun& run) {
  if (run.names_network) return false;
  if (!run.version.has()) return run.lists_by_line;
  return run.version->starts_with("2.2.") || run.version->starts_with("2.3.") || run.version->starts_with("2.4.") ||
         run.version->starts_with("2.5.");
}

}  // namespace

std::string name_of(const facts::LogRank& rank) {
  if (rank.host.empty()) return "log";
  return rank.rank ? base::format("rank {} ({})", *rank.rank, rank.host) : base::format("{} (GPU {})", rank.host, rank.device);
}

LogNetwork network_of(const facts::LogRun& run, const facts::LogRank& rank) {
  const facts::Channels& channels = rank.channels;
  if (channels.socket > 0) return LogNetwork::socket;
  if (channels.rdma > 0) return LogNetwork::rdma;
  if (channels.other > 0) return LogNetwork::other;
  if (rank.network.has()) {
    if (*rank.network == "Socket") return LogNetwork::socket;
    return has_rdma_name(*rank.network) ? LogNetwork::rdma : LogNetwork::other;
  }
  if (run.names_network) return LogNetwork::unknown;
  if (rank.hcas.has() && !rank.hcas->empty()) return lists_what_it_uses(run) ? LogNetwork::rdma : LogNetwork::unknown;
  if (rank.hcas.has() && rank.socket.has()) return LogNetwork::socket;
  return LogNetwork::unknown;
}

std::string transport_of(const facts::LogRun& run) {
  bool socket = false;
  std::set<std::string> layers;
  for (const facts::LogRank& rank : run.ranks) {
    const LogNetwork network = network_of(run, rank);
    socket = socket || network == LogNetwork::socket;
    if (network != LogNetwork::rdma) continue;
    if (rank.network.has() && rank.network->starts_with("gIB")) return "gib";
    if (rank.hcas.has())
      for (const facts::LogHca& hca : *rank.hcas) layers.insert(hca.link_layer == "IB" ? "ib" : "roce");
  }
  if (socket) return layers.empty() ? "socket" : "";
  if (layers.size() == 1) return *layers.begin();
  if (layers.empty() && run.ofi_provider.has()) return *run.ofi_provider == "efa" ? "efa" : "libfabric";
  return "";
}

std::optional<bool> rdma_used(const facts::LogRun& run) {
  bool rdma = false;
  bool socket = false;
  for (const facts::LogRank& rank : run.ranks) {
    const LogNetwork network = network_of(run, rank);
    rdma = rdma || network == LogNetwork::rdma;
    socket = socket || network == LogNetwork::socket;
  }
  if (socket && rdma) return std::nullopt;  // some by the one, some by the other: the findings say so
  if (socket) return false;
  const bool refused = std::ranges::any_of(run.events, [](const facts::LogEvent& event) {
    return event.fault == facts::LogFault::verbs_call && event.call.name == "ibv_modify_qp";
  });
  const bool channels = std::ranges::any_of(run.ranks, [](const facts::LogRank& rank) { return rank.channels.rdma > 0; });
  if (refused && !channels) return false;
  if (rdma) return true;
  return std::nullopt;
}

}  // namespace railhead::check
