#include "base/format.h"
#include "base/text.h"
#include "facts/log/run.h"
#include "finding/log/proof.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

/// Plain TCP, with nothing in the log that asked for more, is no fault by itself.
bool asked_for_rdma(const facts::LogRun& run) {
  for (const facts::LogRank& rank : run.ranks)
    if (!rank.unopened.empty() || (rank.hcas.has() && !rank.hcas->empty())) return true;
  for (const facts::LogEvent& event : run.events)
    if (event.fault == facts::LogFault::provider_missing || event.fault == facts::LogFault::abi_mismatch) return true;
  return false;
}

std::vector<Finding> rule(const Input& input) {
  if (input.log == nullptr) return {};
  Evidences evidence;
  std::vector<std::string> names;
  bool channels = false;
  const facts::LogRank* over_rdma = nullptr;
  for (const facts::LogRank& rank : input.log->ranks) {
    const LogNetwork network = network_of(*input.log, rank);
    if (network == LogNetwork::rdma && over_rdma == nullptr) over_rdma = &rank;
    if (network != LogNetwork::socket) continue;
    names.push_back(name_of(rank));
    channels = channels || rank.channels.socket > 0;
    if (evidence.size() >= 6) continue;
    if (rank.channels.socket > 0)
      evidence.push_back({base::format("{}: {} via NET/Socket", names.back(), base::counted(rank.channels.socket, "channel")),
                          rank.socket_channel});
    else
      evidence.push_back(rank.network.has() ? seen(rank.network, names.back() + ": using network Socket")
                                            : seen(rank.socket, names.back() + ": NET/Socket on " + rank.socket.value_or("?")));
  }
  if (names.empty() && over_rdma == nullptr) return {};
  if (names.empty()) {
    const Evidence shown = over_rdma->channels.rdma > 0 ? Evidence{"channels via NET/IB", over_rdma->rdma_channel}
                           : over_rdma->network.has()   ? seen(over_rdma->network, "network " + *over_rdma->network)
                                                        : seen(over_rdma->hcas, "NET/IB lists devices");
    return {ok("log", "no rank uses NCCL's sockets for its data", {shown})};
  }
  const bool fault = channels || over_rdma != nullptr || asked_for_rdma(*input.log);
  return {violated(fault ? Severity::error : Severity::info, listed(names, 4),
                   base::format("{} data over TCP sockets{}", names.size() == 1 ? "sends its" : "send their",
                                over_rdma != nullptr ? ", while others use RDMA" : ""),
                   std::move(evidence))};
}

}  // namespace

Check nccl_transport_socket_fallback() {
  return {.title = "NCCL sends its data over TCP",
          .severity = Severity::error,
          .cause =
              "NCCL fell back to its socket transport, which it does without a warning. What kept it from RDMA is said by the "
              "other "
              "findings, or by lines of NET/IB that this log does not have.",
          .fix =
              "export NCCL_DEBUG=INFO NCCL_NET=IB  # a run that fails instead of falling back, and says why; or railhead exec "
              "--require rdma",
          .rule = rule,
          .stage = Stage::symptom};
}

}  // namespace railhead::check
