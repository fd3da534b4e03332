#include "facts/log/run.h"
#include "finding/finding.h"
#include "finding/log/bandwidth.h"

namespace railhead::check {
namespace {

constexpr std::uint64_t kLarge = std::uint64_t{64} << 20;  // below, latency counts as well
constexpr double kFarBelow = 0.5;

/// The bus bandwidth of a reduction is what the slowest link between two nodes carries (nccl-tests, doc/PERFORMANCE.md), be
/// there one adapter a node or many. Of other collectives it is shared between the GPUs of a node, so that nothing follows.
bool is_fair(const facts::BandwidthTable& table) {
  return table.tool == facts::BandwidthTool::nccl_tests && table.reduces && table.hosts.size() > 1;
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  if (input.log == nullptr || input.log->bandwidth.empty()) return findings;
  const std::optional<LinkRate> link = slowest_link(input.machines);
  if (!link) return findings;
  for (const facts::BandwidthTable& table : input.log->bandwidth) {
    const facts::BandwidthRow* row = is_fair(table) ? fastest_row(table, kLarge) : nullptr;
    if (row == nullptr) continue;
    const double best = best_of(*row);
    Evidences evidence = {
        {base::format("busbw {:.2f} GB/s at {} bytes, the best of the large sizes", best, row->bytes), row->source},
        {base::format("{}: {}", link->port, rounded(link->rate)), link->source},
        {base::counted(table.hosts.size(), "host") + ": " + listed(table.hosts, 4), table.source}};
    if (best >= kFarBelow * link->gigabytes())
      findings.push_back(ok(name_of(table), "reaches " + shown_rate(best) + " between hosts", std::move(evidence)));
    else
      findings.push_back(violated(Severity::warning, name_of(table),
                                  base::format("reaches {} between hosts, where one link alone carries {}", shown_rate(best),
                                               shown_rate(link->gigabytes())),
                                  std::move(evidence)));
  }
  return findings;
}

}  // namespace

Check nccl_tests_bandwidth_low() {
  return {
      .title = "A test of NCCL is far slower than the link",
      .severity = Severity::warning,
      .cause =
          "A reduction over several nodes moves data at the rate of the slowest link between them. Less than half of one "
          "adapter's rate at large sizes means sockets in place of RDMA, no GPUDirect, a GPU far from the adapter, or a link "
          "or switch that loses packets.",
      .fix =
          "NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH ./build/all_reduce_perf -b 64M -e 1G -f 2 -g 1 2>&1 | railhead "
          "explain -  # shows what carries the channels",
      .rule = rule,
      .stage = Stage::symptom};
}

}  // namespace railhead::check
