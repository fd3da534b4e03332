#include "base/format.h"
#include "base/text.h"
#include "text/cluster/families.h"
#include "text/cluster/phrase.h"

// kube-scheduler: "0/5 nodes are available: 2 Insufficient x, 3 node(s) had untolerated taint {key: value}. preemption: ...";
// before 1.24 "had taint {key: value}, that the pod didn't tolerate", before 1.9 "Insufficient x (2)". Volcano and others say
// "nodes are unavailable", the cluster autoscaler "pod didn't trigger scale-up". The kubelet's own look is
// pkg/kubelet/lifecycle/predicate.go.
namespace railhead::text::cluster {
namespace {

constexpr std::size_t kMostFound = 32;
constexpr std::string_view kInsufficient = "Insufficient ";

using facts::ClusterEvent;
using facts::ClusterWord;
using facts::NodeCounts;

/// What the scheduler says of preemption behind its verdict is about the same nodes once more.
std::string_view verdict(std::string_view line) { return line.substr(0, line.find("preemption:")); }

bool is_of_scheduler(std::string_view line) {
  for (const std::string_view phrase : {"nodes are available", "nodes are unavailable", "node(s)", "FailedScheduling",
                                        "trigger scale-up", "NotTriggerScaleUp", "node is available", "Unschedulable"})
    if (holds(line, phrase)) return true;
  return false;
}

/// 5 of "0/5 nodes are available".
std::optional<std::uint64_t> total_in(std::string_view line) {
  for (const std::string_view phrase : {" nodes are available", " nodes are unavailable", " node is available"}) {
    const std::size_t at = line.find(phrase);
    if (at == std::string_view::npos) continue;
    const std::size_t slash = line.rfind('/', at);
    if (slash != std::string_view::npos) return base::unsigned_number(line.substr(slash + 1, at - slash - 1));
  }
  return std::nullopt;
}

/// "3 node(s) had untolerated taint {key: value}", every such piece.
void add_taints(std::string_view line, NodeCounts& nodes) {
  constexpr std::string_view kNodes = " node(s) had ";
  for (std::size_t at = line.find(kNodes); at != std::string_view::npos; at = line.find(kNodes, at + 1)) {
    std::string_view rest = line.substr(at + kNodes.size());
    rest = rest.substr(0, rest.find(kNodes));
    if (!rest.substr(0, 32).contains("taint")) continue;
    nodes.tainted += number_before(line.substr(0, at)).value_or(0);
    const std::size_t open = rest.find('{');
    const std::size_t close = rest.find('}', open == std::string_view::npos ? 0 : open);
    if (open == std::string_view::npos || close == std::string_view::npos || nodes.taints.size() >= kMostFound) continue;
    std::string_view taint = base::trimmed(rest.substr(open + 1, close - open - 1));
    if (taint.ends_with(':')) taint.remove_suffix(1);
    nodes.taints.push_back(kept(taint));
  }
}

void read_insufficient(std::string_view line, Events& events) {
  line = verdict(line);
  if (!holds(line, kInsufficient) || !is_of_scheduler(line)) return;
  NodeCounts nodes{.total = total_in(line)};
  add_taints(line, nodes);
  std::size_t found = 0;
  for (std::size_t at = line.find(kInsufficient); at != std::string_view::npos && found < kMostFound;
       at = line.find(kInsufficient, at + 1), ++found) {
    const std::string_view rest = line.substr(at + kInsufficient.size());
    const std::string_view name = name_at(rest);
    if (name.empty()) continue;
    ClusterEvent event{.word = ClusterWord::insufficient, .resource = kept(name), .nodes = nodes};
    event.nodes.insufficient = number_before(line.substr(0, at));
    const std::string_view behind = rest.substr(name.size());
    if (!event.nodes.insufficient && behind.starts_with(" (")) event.nodes.insufficient = number_at(behind.substr(2));
    events.push_back(std::move(event));
  }
}

void read_admission(std::string_view line, Events& events) {
  const auto rest = after(line, "Node didn't have enough resource: ");
  if (!rest || holds(line, "Resize")) return;
  const std::string_view name = name_at(*rest);
  const auto requested = after(*rest, "requested: ");
  const auto used = after(*rest, "used: ");
  const auto capacity = after(*rest, "capacity: ");
  if (name.empty() || !requested || !used || !capacity) return;
  ClusterEvent event{.word = ClusterWord::insufficient, .resource = kept(name)};
  event.reason = base::format("{} asked for, {} of {} in use", number_at(*requested).value_or(0), number_at(*used).value_or(0),
                              number_at(*capacity).value_or(0));
  events.push_back(std::move(event));
}

void read_assigned(std::string_view line, Events& events) {
  const auto rest = after(line, "Successfully assigned ");
  if (!rest || !holds(*rest, " to ")) return;
  const std::string_view name = name_at(*rest);
  const std::size_t slash = name.find('/');
  ClusterEvent event{.word = ClusterWord::assigned};
  event.pod = kept(slash == std::string_view::npos ? name : name.substr(slash + 1));
  if (slash != std::string_view::npos) event.name_space = kept(name.substr(0, slash));
  if (!event.pod.empty()) events.push_back(std::move(event));
}

}  // namespace

void read_scheduling(std::string_view line, Events& events) {
  read_insufficient(line, events);
  read_admission(line, events);
  read_assigned(line, events);
}

}  // namespace railhead::text::cluster
