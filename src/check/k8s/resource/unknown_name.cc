#include "facts/cluster/cluster.h"
#include "finding/cluster/events.h"
#include "finding/cluster/resources.h"

namespace railhead::check {
namespace {

Finding judged(const facts::Cluster& cluster, const Shortage& shortage) {
  const std::vector<std::string> names = offered(cluster);
  const std::string near = meant(shortage.resource, names);
  const std::string hint = near.empty() ? names.empty() ? "they offer no device at all" : "they offer " + listed(names, 4)
                                        : "did you mean " + near + "?";
  return violated(
      Severity::error, shortage.resource, "no node that was listed offers this name: " + hint,
      {told(*shortage.events.front()), {names.empty() ? "no extended resource" : listed(names), cluster.nodes.front().source}},
      near.empty() ? ""
                   : base::format("resources: {{limits: {{{}: 1}}}}  # in the pod, in place of {}", near, shortage.resource));
}

std::vector<Finding> rule(const Input& input) {
  if (input.cluster == nullptr || input.cluster->nodes.empty()) return {};
  std::vector<Finding> findings;
  for (const Shortage& shortage : shortages(*input.cluster))
    if (shortage.supply == Supply::unnamed) findings.push_back(judged(*input.cluster, shortage));
  if (!findings.empty() || input.cluster->events.empty()) return findings;
  return {ok("cluster", "no resource is missed whose name the listed nodes do not have",
             {{base::counted(input.cluster->nodes.size(), "node") + " listed", input.cluster->nodes.front().source}})};
}

}  // namespace

Check k8s_resource_unknown_name() {
  return {
      .title = "A pod requests a resource that no node offers",
      .severity = Severity::error,
      .cause =
          "The scheduler says \"Insufficient\" of a name that nobody offers as of one that is used up. The name is the device "
          "plugin's prefix and the resourceName of its pool; capitals count.",
      .fix = "kubectl get nodes -o jsonpath='{range .items[*]}{.metadata.name}{\" \"}{.status.allocatable}{\"\\n\"}{end}'",
      .rule = rule};
}

}  // namespace railhead::check
