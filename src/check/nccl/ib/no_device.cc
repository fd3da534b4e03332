#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "facts/log/run.h"
#include "finding/log/proof.h"
#include "finding/log/search.h"

namespace railhead::check {
namespace {

bool found_none(const facts::LogRank& rank) { return rank.hcas.has() && rank.hcas->empty(); }
bool found_any(const facts::LogRank& rank) { return rank.hcas.has() && !rank.hcas->empty(); }

/// What is seen as a fault of its own: a device that does not open, a library that is not there, RDMA that was turned off.
bool has_other_cause(const facts::LogRun& run, const facts::LogRank& rank) {
  return !rank.unopened.empty() || std::ranges::any_of(run.events, [](const facts::LogEvent& event) {
    return event.fault == facts::LogFault::libibverbs_missing || event.fault == facts::LogFault::provider_missing ||
           event.fault == facts::LogFault::abi_mismatch;
  });
}

/// That RDMA was meant is seen where another rank has it, or where the job broke over TCP.
bool was_meant(const facts::LogRun& run) {
  return std::ranges::any_of(run.ranks, found_any) || std::ranges::any_of(run.events, [](const facts::LogEvent& event) {
           return event.fault == facts::LogFault::connection_lost;
         });
}

std::vector<Finding> rule(const Input& input) {
  if (input.log == nullptr) return {};
  std::vector<const facts::LogRank*> without;
  std::vector<const facts::LogRank*> with;
  for (const facts::LogRank& rank : input.log->ranks) {
    if (found_none(rank) && !has_other_cause(*input.log, rank)) without.push_back(&rank);
    if (found_any(rank)) with.push_back(&rank);
  }
  if (without.empty() && with.empty()) return {};
  if (without.empty())
    return {ok("log", base::format("NCCL found RDMA devices at {}", base::counted(with.size(), "rank")),
               {seen(with.front()->hcas, base::counted(with.front()->hcas->size(), "device"))})};
  Evidences evidence;
  std::vector<std::string> names;
  for (const facts::LogRank* rank : without) {
    names.push_back(name_of(*rank));
    if (evidence.size() < 6) evidence.push_back(seen(rank->hcas, names.back() + ": no device found"));
  }
  const Severity severity = was_meant(*input.log) ? Severity::error : Severity::warning;
  return {violated(severity, listed(names, 4),
                   base::format("NCCL found no RDMA device at {}{}", base::counted(without.size(), "rank"),
                                with.empty() ? "" : base::format(", and one at {} others", with.size())),
                   std::move(evidence))};
}

}  // namespace

Check nccl_ib_no_device() {
  return {
      .title = "NCCL found no RDMA device",
      .severity = Severity::warning,
      .cause =
          "NET/IB says so where no device is visible, none opens, or none has an active port. On a machine without RDMA "
          "adapters that is as it should be; in a container it is mostly that the devices were not handed in.",
      .fix =
          "ls /sys/class/infiniband /dev/infiniband  # on the host, then in the container. docker: --device=/dev/infiniband; "
          "in a pod: the RDMA resource of the node, in the container's limits",
      .rule = rule};
}

}  // namespace railhead::check
