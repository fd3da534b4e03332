#include "finding/log.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"

namespace railhead::check {
namespace {

constexpr std::size_t kMostShown = 6;

std::string subject_of(const std::vector<const facts::LogEvent*>& events) {
  std::set<std::string> names;
  for (const facts::LogEvent* event : events)
    if (!event->host.empty()) names.insert(event->host);
  return names.empty() ? "log" : listed({names.begin(), names.end()}, 4);
}

Evidence shown(const facts::LogEvent& event) {
  const std::string times = event.count > 1 ? base::format(" (and {} more like it)", event.count - 1) : "";
  return {event.text + times, event.source};
}

bool has_rdma_name(const std::string& network) { return network.starts_with("IB") || network.starts_with("gIB"); }

}  // namespace

std::vector<Finding> search(const Input& input, const LogSearch& search) {
  if (input.log == nullptr || !input.log->seen()) return {};
  std::vector<const facts::LogEvent*> found;
  for (const facts::LogEvent& event : input.log->events)
    if (search.is(event)) found.push_back(&event);
  if (found.empty()) {
    if (input.log->lines == 0) return {};
    return {ok("log", base::format("no {} among its lines", search.what),
               {{base::counted(input.log->lines, "line") + " of NCCL", input.log->first_line}})};
  }
  Evidences evidence;
  for (const facts::LogEvent* event : found)
    if (evidence.size() < kMostShown) evidence.push_back(shown(*event));
  return {violated(search.severity, subject_of(found), search.message(*found.front()), std::move(evidence), search.fix)};
}

std::string place_of(const facts::LogEvent& event) {
  const bool call = event.fault == facts::LogFault::verbs_call;
  const std::string& device = call ? event.call.device : event.completion.hca;
  const std::string& remote = call ? event.call.remote_gid : event.completion.remote_gid;
  std::string text = device.empty() ? "" : " on " + device;
  if (!remote.empty()) text += " to " + remote;
  return text;
}

bool is_call(const facts::LogEvent& event, std::string_view name, int error) {
  return event.fault == facts::LogFault::verbs_call && event.call.name.starts_with(name) && event.call.error == error;
}

bool is_completion(const facts::LogEvent& event, unsigned status) {
  return event.fault == facts::LogFault::completion && event.completion.status == status;
}

std::vector<Finding> joined(std::vector<Finding> findings, std::vector<Finding> more) {
  for (Finding& finding : more) findings.push_back(std::move(finding));
  return findings;
}

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
  if (run.names_network) return LogNetwork::unknown;  // before 2.6 a list of devices means that they are used
  if (rank.hcas.has() && !rank.hcas->empty()) return LogNetwork::rdma;
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
  if (socket) return "socket";
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
