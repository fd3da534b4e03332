#include <set>

#include "base/format.h"
#include "base/text.h"
#include "facts/log/run.h"
#include "finding/log/proof.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

Evidence evidence_of(const facts::LogRank& rank) {
  if (rank.channels.rdma > 0)
    return {base::format("{}: {} over RDMA, {} of them with GPUDirect", name_of(rank),
                         base::counted(rank.channels.rdma, "channel"), rank.channels.gpudirect),
            rank.rdma_channel};
  return rank.network.has() ? seen(rank.network, name_of(rank) + ": using network " + *rank.network)
                            : seen(rank.hcas, name_of(rank) + ": NET/IB lists devices, and this release uses them");
}

std::vector<Finding> rule(const Input& input) {
  if (input.log == nullptr || rdma_used(*input.log) != true) return {};
  std::set<std::string> devices;
  Evidences evidence;
  for (const facts::LogRank& rank : input.log->ranks) {
    if (network_of(*input.log, rank) != LogNetwork::rdma) continue;
    if (rank.hcas.has())
      for (const facts::LogHca& hca : *rank.hcas) devices.insert(hca.name);
    if (evidence.size() < 4) evidence.push_back(evidence_of(rank));
  }
  std::string on = devices.empty() ? "" : " on " + listed(std::vector<std::string>(devices.begin(), devices.end()));
  const std::string transport = transport_of(*input.log);
  const std::string over = transport == "roce" ? "RoCE" : transport == "ib" ? "InfiniBand" : "RDMA";
  return {ok("log", base::format("NCCL uses {}{}", over, on), std::move(evidence))};
}

}  // namespace

Check nccl_rdma_ok() {
  return {.title = "NCCL uses RDMA",
          .severity = Severity::info,
          .cause =
              "Channels via NET/IB are the proof; the network that a communicator uses is nearly one. A list of devices is "
              "not, since "
              "2.6.",
          .fix = "Nothing to mend",
          .rule = rule,
          .good_state = true};
}

}  // namespace railhead::check
