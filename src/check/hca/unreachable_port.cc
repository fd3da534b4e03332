#include <algorithm>

#include "facts/log/run.h"
#include "finding/finding.h"
#include "finding/log/gids.h"
#include "finding/rdma/hca_list.h"
#include "finding/rdma/ports_apart.h"
#include "finding/variables.h"

namespace railhead::check {
namespace {

std::string fix_of(const Input& input, const Apart& apart) {
  const auto hcas = hca_list(input);
  const std::string value = "=" + base::joined(apart.cluster, ",");
  return hcas ? correction(*hcas->variable, value) : base::format("export NCCL_IB_HCA={}", base::shell_word(value));
}

std::vector<Finding> rule(const Input& input) {
  const auto hcas = hca_list(input);
  if (input.log == nullptr || !hcas || hcas->list.exclude || hcas->selected().size() < 2) return {};
  if (input.log->lines > 0 && input.log->events_left_out == 0 && std::ranges::none_of(input.log->events, is_unreached))
    return {ok("NCCL_IB_HCA", "no connection on its devices failed for want of a way", {shown(*hcas->variable)})};
  std::vector<Finding> findings;
  for (const Apart& apart : ports_apart(input)) {
    Evidences evidence{{apart.event->text, apart.event->source}};
    evidence.insert(evidence.end(), apart.evidence.begin(), apart.evidence.end());
    findings.push_back(violated(Severity::error, apart.device,
                                base::format("has {} and reached no peer, and is in another network than {} ({}): a link that "
                                             "does not lead to the cluster",
                                             apart.address, base::listed(apart.cluster), apart.cluster_address),
                                std::move(evidence), fix_of(input, apart)));
  }
  return findings;
}

}  // namespace

Check hca_unreachable_port() {
  return {.title = "A port in NCCL_IB_HCA does not lead to the other hosts",
          .severity = Severity::error,
          .cause =
              "NCCL pairs the devices of two hosts by their place in the list and takes each to reach its partner. A port that "
              "is a direct link to one neighbour, or on a storage or management network, times out.",
          .fix = "export NCCL_IB_HCA==DEVICE,...  # the ports of the cluster's network alone",
          .rule = rule};
}

}  // namespace railhead::check
