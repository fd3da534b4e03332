#include "finding/preflight/fit.h"

#include <algorithm>
#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "base/units.h"

namespace railhead::check {
namespace {

using facts::NodeAmount;
using facts::SurveyedNode;
using facts::Taint;
using facts::WantedPods;

constexpr const char* kCordon = "node.kubernetes.io/unschedulable";
constexpr const char* kNotReady = "node.kubernetes.io/not-ready";
constexpr const char* kUnreachable = "node.kubernetes.io/unreachable";

bool tolerates(const facts::WantedToleration& one, const Taint& taint) {
  if (!one.effect.empty() && one.effect != taint.effect) return false;
  if (one.key.empty()) return one.op == "Exists";
  return one.key == taint.key && (one.op == "Exists" || one.value == taint.value);
}

/// A node that is cordoned or not ready has a taint that says the same.
bool keeps_off(const Taint& taint, const WantedPods& pods) {
  if (taint.effect != "NoSchedule" && taint.effect != "NoExecute") return false;
  if (taint.key == kCordon || taint.key == kNotReady || taint.key == kUnreachable) return false;
  return std::ranges::none_of(pods.tolerations, [&](const auto& one) { return tolerates(one, taint); });
}

bool tolerates_cordon(const WantedPods& pods) {
  const Taint taint{kCordon, "", "NoSchedule"};
  return std::ranges::any_of(pods.tolerations, [&](const auto& one) { return tolerates(one, taint); });
}

std::vector<BarOn> rules_of(const WantedPods& pods, const SurveyedNode& node) {
  std::vector<BarOn> bars;
  if (!node.ready) bars.push_back({Bar::not_ready, "not ready"});
  if (!node.schedulable && !tolerates_cordon(pods)) bars.push_back({Bar::cordoned, "cordoned"});
  if (!pods.nodes.empty() && std::ranges::find(pods.nodes, node.name) == pods.nodes.end())
    bars.push_back({Bar::not_named, "not among the nodes that the job names"});
  for (const auto& [key, value] : pods.selector) {
    const auto label = node.labels.find(key);
    if (label == node.labels.end() || label->second != value)
      bars.push_back({Bar::label, base::format("without label {}={}", key, value), key});
  }
  for (const Taint& taint : node.taints)
    if (keeps_off(taint, pods)) {
      const std::string value = taint.value.empty() ? "" : "=" + taint.value;
      bars.push_back({Bar::taint, base::format("with taint {}{}:{}", taint.key, value, taint.effect),
                      base::format("{}:{}", taint.key, taint.effect)});
    }
  return bars;
}

std::uint64_t held_by_own(const WantedPods& pods, const SurveyedNode& node, const std::string& resource) {
  const auto running = pods.running.find(node.name);
  const auto wanted = std::ranges::find(pods.requests, resource, &facts::WantedAmount::name);
  if (running == pods.running.end() || wanted == pods.requests.end()) return 0;
  return running->second * wanted->amount;
}

/// Room by one resource, and the bar where there is none for a single pod.
void take_amount(const WantedPods& pods, const facts::WantedAmount& wanted, Seat& seat) {
  const NodeAmount* amount = seat.node->amount(wanted.name);
  const std::uint64_t all = amount ? amount->allocatable.value_or(0) : 0;
  seat.ever = std::min(seat.ever, all / wanted.amount);
  if (all < wanted.amount) {
    seat.now = 0;
    const std::string has = all == 0 ? "without" : base::format("with {} in all of", amount_text(wanted.name, all));
    return seat.bars.push_back({Bar::lacks, base::format("{} {}", has, wanted.name), wanted.name});
  }
  const std::optional<std::uint64_t> free = free_for(pods, *seat.node, *amount);
  if (!free) {
    if (seat.now && *seat.now != 0) seat.now = std::nullopt;
    return;
  }
  if (seat.now) seat.now = std::min(*seat.now, *free / wanted.amount);
  if (*free < wanted.amount)
    seat.bars.push_back(
        {Bar::used,
         base::format("with {} {} free of {}", amount_text(wanted.name, *free), wanted.name, amount_text(wanted.name, all)),
         wanted.name});
}

Seat seat_on(const WantedPods& pods, const SurveyedNode& node) {
  constexpr std::uint64_t kMany = 10000;  // without requests it is the node's own limit of pods that counts
  Seat seat{.node = &node, .bars = rules_of(pods, node), .now = kMany, .ever = kMany};
  const bool barred = !seat.bars.empty();
  for (const facts::WantedAmount& wanted : pods.requests)
    if (wanted.amount != 0) take_amount(pods, wanted, seat);
  if (barred) seat.ever = 0;
  if (!seat.bars.empty()) seat.now = 0;
  return seat;
}

}  // namespace

std::vector<Seat> seats(const WantedPods& pods, const std::vector<SurveyedNode>& nodes) {
  std::vector<Seat> all;
  all.reserve(nodes.size());
  for (const SurveyedNode& node : nodes) all.push_back(seat_on(pods, node));
  return all;
}

Room room(const std::vector<Seat>& seats) {
  Room sum;
  for (const Seat& seat : seats) {
    sum.ever += seat.ever;
    if (sum.now && seat.now)
      *sum.now += *seat.now;
    else
      sum.now = std::nullopt;
    if (seat.now.value_or(seat.ever) > 0) ++sum.nodes;
  }
  return sum;
}

std::optional<std::uint64_t> free_for(const WantedPods& pods, const SurveyedNode& node, const NodeAmount& amount) {
  if (!amount.allocatable || !amount.requested) return std::nullopt;
  const std::uint64_t own = held_by_own(pods, node, amount.name);
  const std::uint64_t others = *amount.requested > own ? *amount.requested - own : 0;
  return others < *amount.allocatable ? *amount.allocatable - others : 0;
}

std::string amount_text(const std::string& resource, std::uint64_t amount) {
  if (resource == "cpu") return amount % 1000 == 0 ? std::to_string(amount / 1000) : base::format("{}m", amount);
  if (resource == "memory" || resource == "ephemeral-storage" || resource.starts_with("hugepages-"))
    return base::rounded(base::Bytes{amount});
  return std::to_string(amount);
}

bool is_extended(const std::string& resource) { return resource.find('/') != std::string::npos; }

}  // namespace railhead::check
