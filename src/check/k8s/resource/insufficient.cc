#include "facts/cluster/cluster.h"
#include "finding/cluster/events.h"
#include "finding/cluster/resources.h"

namespace railhead::check {
namespace {

std::string nodes_in(const facts::NodeCounts& nodes) {
  if (!nodes.insufficient) return "the nodes have";
  const std::string count = nodes.total ? base::format("{} of {}", *nodes.insufficient, base::counted(*nodes.total, "node"))
                                        : base::counted(*nodes.insufficient, "node");
  return count + (*nodes.insufficient == 1 ? " has" : " have");
}

std::string message(const facts::ClusterEvent& event) {
  if (!event.reason.empty()) return "the node has too little of it: " + event.reason;
  const bool device = event.resource.find('/') != std::string::npos;
  std::string text =
      nodes_in(event.nodes) + (device ? " too few units free, or none at all under this name" : " too little of it free");
  if (event.nodes.tainted == 0) return text;
  text += base::format("; {} excluded by taint", base::counted(event.nodes.tainted, "node"));
  return event.nodes.taints.empty() ? text : text + " (" + listed(event.nodes.taints, 4) + ")";
}

std::string fix(const std::string& resource) {
  if (resource.find('/') == std::string::npos) return "kubectl describe nodes | grep -A 12 'Allocated resources'";
  return offers_command(resource) +
         "  # <none>: the name is wrong or its device plugin is not running; 0: it has no device; else all are taken: delete "
         "pods, or raise numVfs";
}

std::vector<Finding> rule(const Input& input) {
  if (input.cluster == nullptr) return {};
  std::vector<Finding> findings;
  bool elsewhere = false;
  for (const Shortage& shortage : shortages(*input.cluster)) {
    if (shortage.supply == Supply::none || shortage.supply == Supply::unnamed) {
      elsewhere = true;
      continue;
    }
    const facts::ClusterEvent& last = *shortage.events.back();
    // CPU and memory that lack beside a device lack on nodes that would not do anyhow.
    const bool beside = !findings.empty() && shortage.resource.find('/') == std::string::npos;
    findings.push_back(violated(beside ? Severity::warning : Severity::error, shortage.resource, message(last), {told(last)},
                                fix(shortage.resource)));
  }
  if (!findings.empty() || elsewhere) return findings;
  return no_such_event(input, "lack of a resource that lasts");
}

}  // namespace

Check k8s_resource_insufficient() {
  return {
      .title = "No node has enough of a resource free",
      .severity = Severity::error,
      .cause =
          "The scheduler found no node with as many free units as the pod requests. Virtual functions and shared devices "
          "are units of a device plugin: all may be taken by other pods, and a resource that no node offers reads the same.",
      .fix =
          "kubectl get nodes -o custom-columns='NODE:.metadata.name,ALLOCATABLE:.status.allocatable.PREFIX/NAME'  # dots in "
          "PREFIX as \\.",
      .rule = rule};
}

}  // namespace railhead::check
