#include "facts/log/run.h"
#include "finding/finding.h"
#include "finding/log/bandwidth.h"

namespace railhead::check {
namespace {

constexpr std::uint64_t kLarge = std::uint64_t{64} << 10;  // below, the message rate may be the limit
constexpr double kFarBelow = 0.7;                          // headers take up to a tenth at the smallest MTU

/// Over a link, between two ports: within one port nothing crosses it.
bool is_fair(const facts::BandwidthTable& table) {
  return table.tool == facts::BandwidthTool::perftest && !table.device.empty() && !table.local.empty() &&
         !table.remote.empty() && table.local != table.remote;
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  if (input.log == nullptr) return findings;
  for (const facts::BandwidthTable& table : input.log->bandwidth) {
    const facts::BandwidthRow* row = is_fair(table) ? fastest_row(table, kLarge) : nullptr;
    const std::optional<LinkRate> link = row != nullptr ? slowest_link(input.machines, table.device) : std::nullopt;
    if (!link) continue;
    const double most = link->gigabytes() * (table.both_ways ? 2 : 1);
    Evidences evidence = {{base::format("average {:.2f} GB/s at {} bytes", row->rate, row->bytes), row->source},
                          {base::format("{}: {}", link->port, rounded(link->rate)), link->source}};
    if (row->rate >= kFarBelow * most)
      findings.push_back(ok(table.device, "reaches " + shown_rate(row->rate), std::move(evidence)));
    else
      findings.push_back(violated(Severity::warning, table.device,
                                  base::format("reaches {} of {}{}", shown_rate(row->rate), shown_rate(most),
                                               table.both_ways ? " in both directions" : ""),
                                  std::move(evidence)));
  }
  return findings;
}

}  // namespace

Check perftest_bandwidth_low() {
  return {
      .title = "A bandwidth test is far slower than the link",
      .severity = Severity::warning,
      .cause =
          "perftest on host memory fills a healthy link with messages of 64 KiB. Less than 70 percent means a PCIe slot or "
          "link that is too narrow, memory of a far NUMA node, a small MTU, a slower port at the other end, or lost packets.",
      .fix =
          "numactl --cpunodebind=NODE --membind=NODE ib_write_bw -d DEVICE -x INDEX --report_gbits -s 1048576 PEER  # NODE of "
          "the adapter; then compare LnkSta and LnkCap: lspci -vv -s ADDRESS",
      .rule = rule,
      .stage = Stage::symptom};
}

}  // namespace railhead::check
