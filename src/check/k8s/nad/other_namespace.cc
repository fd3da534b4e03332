#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/networks.h"
#include "finding/declared/workloads.h"

// Multus looks for a name without a namespace in that of the pod (multi-net spec 1.3, 4.1.2.1).
namespace railhead::check {
namespace {

/// The definition of that name elsewhere.
const facts::ClusterObject* elsewhere(const facts::Cluster& cluster, const std::string& name, const std::string& space) {
  const auto found = std::ranges::find_if(cluster.objects, [&](const facts::ClusterObject& object) {
    return object.network && object.name == name && !object.network->space.empty() && object.network->space != space;
  });
  return found == cluster.objects.end() ? nullptr : &*found;
}

Evidences evidence_of(const Attached& network, const facts::ClusterObject& object) {
  return {{"attaches " + base::one_line(network.attachment.name), network.attachment.source},
          {base::format("{}/{} is for namespace {}", base::one_line(object.kind), base::one_line(object.name),
                        base::one_line(object.network->space)),
           object.source}};
}

Finding missing(const DeclaredPod& one, const Attached& network, const facts::ClusterObject& object, const std::string& space) {
  const std::string name = base::one_line(network.attachment.name);
  const std::string there = base::one_line(object.network->space);
  return violated(
      Severity::error, one.subject(),
      base::format("attaches {} of namespace {}, and it is defined in namespace {}", name, base::one_line(space), there),
      evidence_of(network, object),
      base::format("k8s.v1.cni.cncf.io/networks: {0}/{1}  # where Multus keeps namespaces apart (namespaceIsolation, as on "
                   "OpenShift) define {1} in {2} instead",
                   there, name, base::one_line(space)));
}

std::optional<Finding> judge_network(const DeclaredPod& one, const Attached& network, const facts::Cluster& cluster) {
  const std::string& space = space_of(one.pod, network.attachment);
  const std::string name = base::one_line(network.attachment.name);
  if (network.object != nullptr && network.object->network->space == space && !space.empty())
    return ok(one.subject(), base::format("attaches {}, which is in its namespace", name),
              evidence_of(network, *network.object));
  const facts::ClusterObject* other = elsewhere(cluster, network.attachment.name, space);
  if (other == nullptr) return std::nullopt;
  if (space.empty())
    return unknown(one.subject(),
                   base::format("attaches {}, which is in namespace {}; in which one the pod will be is not said", name,
                                base::one_line(other->network->space)),
                   evidence_of(network, *other));
  if (network.object != nullptr) return std::nullopt;  // one whose namespace is not said may be the right one
  return missing(one, network, *other, space);
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  for (const DeclaredPod& one : declared_workloads(input)) {
    std::vector<std::string> seen_names;
    for (const Attached& network : attached_networks(one.pod, *input.cluster)) {
      const std::string name = network.attachment.space + "/" + network.attachment.name;
      if (std::ranges::find(seen_names, name) != seen_names.end()) continue;
      seen_names.push_back(name);
      if (auto finding = judge_network(one, network, *input.cluster)) findings.push_back(std::move(*finding));
    }
  }
  return findings;
}

}  // namespace

Check k8s_nad_other_namespace() {
  return {.title = "A pod names a network that is in another namespace",
          .severity = Severity::error,
          .cause =
              "A network that is named alone is looked for in the namespace of the pod. It is found elsewhere only as "
              "NAMESPACE/NAME, and not at all where Multus keeps namespaces apart.",
          .fix = "k8s.v1.cni.cncf.io/networks: NAMESPACE/NAME",
          .rule = rule};
}

}  // namespace railhead::check
