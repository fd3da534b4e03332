#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/networks.h"

namespace railhead::check {
namespace {

bool asks_for_any(const facts::PodTemplate& pod) {
  return std::ranges::any_of(pod.containers, [](const facts::DeclaredContainer& container) {
    return container.claims || !asked(container, ResourceClass::pool).empty() ||
           !asked(container, ResourceClass::shared).empty();
  });
}

/// The first network that takes a device by what the texts say or by its name.
const Attached* taker(const std::vector<Attached>& networks) {
  const auto found = std::ranges::find_if(networks, [](const Attached& one) {
    return one.takes == TakesVf::yes || (one.takes == TakesVf::unknown && sounds_like_rdma(one.attachment.name));
  });
  return found == networks.end() ? nullptr : &*found;
}

std::optional<Finding> judge(const Input& input, const facts::PodTemplate& pod) {
  const std::vector<Attached> networks = attached_networks(pod, *input.cluster);
  const Attached* network = taker(networks);
  if (network == nullptr || !pod.annotated) return std::nullopt;
  const std::string name = base::one_line(network->attachment.name);
  Evidences evidence = {{"attaches " + name, network->attachment.source}};
  const std::string subject = base::one_line(pod.owner);
  if (asks_for_any(pod)) return ok(subject, base::format("attaches {} and asks for devices itself", name), evidence);
  evidence.push_back({"no resource that brings a device", pod.source});
  const std::string resource = network->resource.empty() ? "openshift.io/RESOURCE" : base::one_line(network->resource);
  return violated(
      Severity::info, subject,
      base::format("attaches {} and asks for no device: it relies on the network resources injector of the SR-IOV operator, "
                   "which adds the request when the pod is created",
                   name),
      evidence,
      base::format("# only where the injector is off:\nresources:\n  requests:\n    {0}: 1\n  limits:\n    {0}: 1", resource));
}

std::vector<Finding> rule(const Input& input) {
  return judged_each(declared_pods(input), [&](const facts::PodTemplate* pod) { return judge(input, *pod); });
}

}  // namespace

Check k8s_manifest_vf_request_implicit() {
  return {
      .title = "A pod leaves it to a webhook to ask for its devices",
      .severity = Severity::info,
      .cause =
          "The network resources injector of the SR-IOV operator reads the resource's name from the network and adds it to the "
          "first container. Where it is not installed or off, the pod gets no device and its network fails.",
      .fix = "resources:\n  requests:\n    openshift.io/RESOURCE: 1\n  limits:\n    openshift.io/RESOURCE: 1",
      .rule = rule};
}

}  // namespace railhead::check
