#include "facts/cluster/cluster.h"
#include "finding/declared/networks.h"

namespace railhead::check {
namespace {

constexpr const char* kFix =
    "# in the pod's metadata, with the name of a network on the port of the RDMA device (kubectl get "
    "network-attachment-definitions -A)"
    ":\nannotations:\n  k8s.v1.cni.cncf.io/networks: NETWORK";

std::vector<facts::ResourceRequest> requests_of(const facts::PodTemplate& pod, const facts::Cluster& cluster) {
  std::vector<facts::ResourceRequest> all;
  for (const facts::DeclaredContainer& container : pod.containers)
    for (facts::ResourceRequest& request : rdma_asked(container, cluster)) all.push_back(std::move(request));
  return all;
}

std::optional<Finding> judge(const Input& input, const facts::PodTemplate& pod) {
  const std::vector<facts::ResourceRequest> requests = requests_of(pod, *input.cluster);
  if (requests.empty()) return std::nullopt;
  Evidences evidence = resource_evidence(requests);
  const std::string subject = base::one_line(pod.owner);
  if (pod.network_annotation) {
    evidence.push_back(seen(pod.network_annotation, "networks: " + base::one_line(pod.network_annotation->substr(0, 200))));
    return ok(subject, "asks for RDMA devices and attaches a network", evidence);
  }
  if (pod.host_network.is(true)) {
    evidence.push_back(seen(pod.host_network, "hostNetwork: true"));
    return ok(subject, "asks for RDMA devices and is in the network of the node", evidence);
  }
  if (!pod.annotated || !pod.network_annotation.not_asked()) return std::nullopt;
  if (pod.misplaced) return std::nullopt;  // k8s.manifest.networks-misplaced says it
  const std::string message = base::format(
      "asks for {} and has neither {} nor hostNetwork: no interface of the RDMA device is in the pod, so "
      "that RoCE has no GID with an address and rdma_cm does not work",
      resource_names(requests), "k8s.v1.cni.cncf.io/networks");
  evidence.push_back({"no networks annotation, no hostNetwork", pod.source});
  return violated(Severity::warning, subject, message, evidence);
}

std::vector<Finding> rule(const Input& input) {
  return judged_each(declared_pods(input), [&](const facts::PodTemplate* pod) { return judge(input, *pod); });
}

}  // namespace

Check k8s_manifest_rdma_without_network() {
  return {.title = "A pod asks for RDMA devices and has no network of theirs",
          .severity = Severity::warning,
          .cause =
              "A resource brings the device node alone. The addresses of a RoCE device are those of its interface, and that "
              "comes into "
              "the pod by a network of Multus, or with hostNetwork. On native InfiniBand plain verbs work without, rdma_cm "
              "does not.",
          .fix = kFix,
          .rule = rule};
}

}  // namespace railhead::check
