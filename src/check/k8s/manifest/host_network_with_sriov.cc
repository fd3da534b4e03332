#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/networks.h"
#include "finding/declared/workloads.h"

// The runtime calls CNI for pods with a network of their own alone (CRI: NamespaceMode NODE has none), so Multus never sees
// the others.
namespace railhead::check {
namespace {

/// A unit is an interface of its own by what the texts or its name say; other pools may hand out the devices of the node.
bool is_virtual_function(const facts::ResourceRequest& request, const facts::Cluster& cluster) {
  const std::string low = base::lowered(request.name);
  return pool_of(request.name, cluster) != nullptr || low.starts_with("openshift.io/") ||
         low.find("sriov") != std::string::npos;
}

std::vector<facts::ResourceRequest> functions_asked(const facts::PodTemplate& pod, const facts::Cluster& cluster) {
  std::vector<facts::ResourceRequest> found;
  for (const facts::DeclaredContainer& container : pod.containers)
    for (facts::ResourceRequest& request : asked(container, ResourceClass::pool))
      if (is_virtual_function(request, cluster)) found.push_back(std::move(request));
  return found;
}

std::optional<Finding> judge(const Input& input, const DeclaredPod& one) {
  const facts::PodTemplate& pod = one.pod;
  const std::vector<facts::ResourceRequest> functions = functions_asked(pod, *input.cluster);
  if (functions.empty() && pod.networks.empty()) return std::nullopt;
  Evidences evidence = resource_evidence(functions);
  if (!pod.networks.empty())
    evidence.push_back(seen(pod.network_annotation, "networks: " + base::one_line(pod.network_annotation->substr(0, 200))));
  if (!pod.host_network && !pod.host_network.not_asked()) return std::nullopt;
  if (!pod.host_network.is(true)) return ok(one.subject(), "has a network of its own to attach networks to", evidence);
  evidence.push_back(seen(pod.host_network, "hostNetwork: true"));
  const char* what =
      pod.networks.empty()
          ? "asks for virtual functions and is in the network of the node: their interfaces are moved nowhere, and "
            "it sees those of the node instead"
          : "attaches networks and is in the network of the node: Multus is not called for it, so that none of "
            "them is attached";
  return violated(Severity::warning, one.subject(), what, evidence);
}

std::vector<Finding> rule(const Input& input) {
  return each_workload(input, [&](const DeclaredPod& one) { return judge(input, one); });
}

}  // namespace

Check k8s_manifest_host_network_with_sriov() {
  return {.title = "A pod in the network of its node has networks or virtual functions of its own",
          .severity = Severity::warning,
          .cause =
              "Networks are attached to the network namespace of a pod, and with hostNetwork it has none. The virtual "
              "functions stay reserved and unused, while the job finds the ports of the node, whose device nodes it may "
              "not open.",
          .fix = "hostNetwork: false  # or keep it, and take out the networks annotation and the openshift.io/... resources",
          .rule = rule};
}

}  // namespace railhead::check
