#include <algorithm>
#include <array>
#include <utility>

#include "finding/finding.h"

namespace railhead::check {
namespace {

/// Counters of packets that were lost or came too late on the way, as drivers call them. What the receiver was not ready for
/// (out_of_buffer, rnr_nak_retry_err) is no loss of the fabric, and neither is a congestion mark.
/// Sources: mlx5_ib/counters.c, bnxt_re/hw_counters.c, rxe_hw_counters.c, mana_ib/counters.c of Linux.
constexpr std::array<const char*, 14> kLosses = {
    "out_of_sequence",    "packet_seq_err",    "local_ack_timeout_err", "implied_nak_seq_err", "oos_drop_count",
    "res_oos_drop_count", "seq_err_naks_rcvd", "to_retransmits",        "missing_resp",        "rx_roce_discards",
    "out_of_seq_request", "rcvd_seq_err",      "requester_timeout",     "requester_oos_nak"};

constexpr std::array<const char*, 4> kMarks = {"np_ecn_marked_roce_packets", "np_cnp_sent", "rp_cnp_handled",
                                               "rx_ecn_marked_pkts"};

/// Below this a few lost packets since the driver was loaded say nothing of the fabric.
constexpr std::uint64_t kFew = 100;

struct Counted {
  std::uint64_t most = 0;
  std::vector<std::string> names;  // "out_of_sequence 12"
  Evidences evidence;
  bool told = false;  // by a text: somebody looked because something is wrong
};

std::string place_of(const facts::Device& device, const facts::Port& port, const std::string& name) {
  const auto line = port.counter_lines.find(name);
  if (line != port.counter_lines.end()) return line->second;
  return base::format("/sys/class/infiniband/{}/ports/{}/hw_counters/{}", device.name, port.number, name);
}

Counted counted(const facts::Device& device, const facts::Port& port) {
  Counted sum;
  for (const char* name : kLosses) {
    const auto counter = port.hw_counters.find(name);
    if (counter == port.hw_counters.end()) continue;
    sum.told = sum.told || port.counter_lines.contains(name);
    sum.evidence.push_back({base::format("{} {}", name, counter->second), place_of(device, port, name)});
    if (counter->second == 0) continue;
    sum.most = std::max(sum.most, counter->second);
    sum.names.push_back(base::format("{} {}", name, counter->second));
  }
  if (!sum.names.empty()) std::erase_if(sum.evidence, [](const Evidence& evidence) { return evidence.what.ends_with(" 0"); });
  for (const char* name : kMarks)
    if (const auto counter = port.hw_counters.find(name); counter != port.hw_counters.end() && counter->second > 0)
      sum.evidence.push_back({base::format("{} {}", name, counter->second), place_of(device, port, name)});
  return sum;
}

std::string subject_of(const facts::Device& device, const facts::Port& port) {
  return base::format("{}/{}", device.name, port.number);
}

/// Only of texts: the counters of a live machine go back to the start of its driver and prove nothing of now.
std::optional<Finding> judge(const facts::Device& device, const facts::Port& port) {
  if (port.link_layer.is(facts::LinkLayer::infiniband)) return std::nullopt;
  Counted sum = counted(device, port);
  if (!sum.told || sum.evidence.empty()) return std::nullopt;
  if (sum.names.empty())
    return ok(subject_of(device, port), "no counter of lost packets is above zero", {sum.evidence.front()});
  return violated(
      sum.most < kFew ? Severity::info : Severity::warning, subject_of(device, port),
      base::format("packets were lost or late: {} (since the driver was loaded; a difference over a run is the proof)",
                   base::listed(sum.names, 6)),
      std::move(sum.evidence));
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  if (!input.machine.rdma.devices) return findings;
  for (const facts::Device& device : *input.machine.rdma.devices)
    for (const facts::Port& port : device.ports)
      if (std::optional<Finding> finding = judge(device, port)) findings.push_back(*std::move(finding));
  return findings;
}

}  // namespace

Check fabric_roce_loss() {
  return {
      .title = "The RoCE fabric loses packets",
      .severity = Severity::warning,
      .cause =
          "RoCE expects a network that drops nothing, or that slows down senders in time. Packets out of sequence and "
          "timeouts of acknowledgements mean drops: flow control (PFC) or congestion marks (ECN) are not set alike on "
          "adapters and switches, or the traffic is not in the class that they protect. Each loss costs a resend of all that "
          "followed; many end in IBV_WC_RETRY_EXC_ERR.",
      .fix =
          "rdma statistic show > before; # run the job, then:\nrdma statistic show | diff before -  # and compare PFC, ECN and "
          "the class of NCCL_IB_TC with the switches",
      .rule = rule,
      .stage = Stage::symptom};
}

}  // namespace railhead::check
