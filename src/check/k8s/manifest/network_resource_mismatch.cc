#include <algorithm>
#include <set>

#include "facts/cluster/cluster.h"
#include "finding/declared/networks.h"
#include "finding/declared/workloads.h"

// Multus takes the device of an attachment out of those that the pod was given of the resource that the network's annotation
// k8s.v1.cni.cncf.io/resourceName names (multus-cni, pkg/k8sclient and pkg/kubeletclient). How many is vf-count-mismatch's.
namespace railhead::check {
namespace {

/// A network and the resource from which it takes its device.
struct Taker {
  const Attached* network = nullptr;
  std::string resource;
};

/// What the two sides name, and whether all of one side is known.
struct Sides {
  std::vector<Taker> networks;    // whose resource the pod does not ask for
  std::vector<AskedUnits> units;  // that no network takes a device from
  bool any_asked = false;
  bool any_matched = false;
  bool all_networks_known = true;
};

std::vector<AskedUnits> all_asked(const facts::PodTemplate& pod) {
  std::vector<AskedUnits> found;
  for (const facts::DeclaredContainer& container : pod.containers)
    for (const facts::ResourceRequest& request : container.resources) {
      if (request.amount == std::optional<std::uint64_t>(0)) continue;
      const auto same = std::ranges::find(found, request.name, &AskedUnits::resource);
      if (same == found.end()) found.push_back({.resource = request.name, .units = 0, .requests = {request}});
    }
  return found;
}

Sides sides_of(const facts::PodTemplate& pod, const std::vector<Attached>& networks) {
  Sides sides;
  const std::vector<AskedUnits> asked = all_asked(pod);
  std::set<std::string> taken;
  for (const Attached& network : networks) {
    if (network.takes != TakesVf::no && network.resource.empty()) sides.all_networks_known = false;
    if (network.resource.empty()) continue;
    const auto same =
        std::ranges::find_if(asked, [&](const AskedUnits& units) { return same_resource(units.resource, network.resource); });
    if (same == asked.end()) {
      sides.networks.push_back({&network, network.resource});
    } else {
      taken.insert(same->resource);
      sides.any_matched = true;
    }
  }
  for (const AskedUnits& units : asked) {
    if (class_of(units.resource) != ResourceClass::pool) continue;
    sides.any_asked = true;
    if (!taken.contains(units.resource)) sides.units.push_back(units);
  }
  return sides;
}

std::string quoted_names(const std::vector<AskedUnits>& units) {
  std::vector<std::string> names;
  names.reserve(units.size());
  for (const AskedUnits& one : units) names.push_back(base::one_line(one.resource));
  return listed(std::move(names));
}

Evidences evidence_of(const Sides& sides) {
  Evidences evidence;
  for (const Taker& taker : sides.networks) {
    if (evidence.size() >= 8) break;
    const facts::Known<std::string>& resource = taker.network->object->network->resource;
    evidence.push_back(
        seen(resource, base::format("network {} takes its device from {}", base::one_line(taker.network->attachment.name),
                                    base::one_line(taker.resource))));
  }
  for (const AskedUnits& units : sides.units)
    for (Evidence& each : resource_evidence(units.requests)) evidence.push_back(std::move(each));
  return evidence;
}

Finding other_name(const DeclaredPod& one, const Sides& sides) {
  const Taker& first = sides.networks[0];
  const std::string resource = base::one_line(first.resource);
  return violated(
      Severity::error, one.subject(),
      base::format("network {} takes its device from {}, and the pod asks for {}: the network finds no device in the pod",
                   base::one_line(first.network->attachment.name), resource, quoted_names(sides.units)),
      evidence_of(sides), base::format("resources:\n  requests:\n    {0}: 1\n  limits:\n    {0}: 1", resource));
}

Finding not_asked(const DeclaredPod& one, const Sides& sides) {
  const Taker& first = sides.networks[0];
  const std::string resource = base::one_line(first.resource);
  Evidences evidence = evidence_of(sides);
  evidence.push_back({"does not ask for " + resource, one.pod.source});
  return violated(
      Severity::warning, one.subject(),
      base::format("network {} takes its device from {}, for which no container asks: only where the network resources "
                   "injector adds it does the pod start",
                   base::one_line(first.network->attachment.name), resource),
      evidence, base::format("resources:\n  requests:\n    {0}: 1\n  limits:\n    {0}: 1", resource));
}

std::optional<Finding> judge(const Input& input, const DeclaredPod& one) {
  const bool claims =
      std::ranges::any_of(one.pod.containers, [](const facts::DeclaredContainer& container) { return container.claims; });
  if (!one.pod.annotated || claims || one.pod.networks.empty()) return std::nullopt;
  const std::vector<Attached> networks = attached_networks(one.pod, *input.cluster);
  const Sides sides = sides_of(one.pod, networks);
  if (!sides.any_asked) return std::nullopt;
  if (!sides.networks.empty() && !sides.units.empty()) return other_name(one, sides);
  if (!sides.networks.empty()) return not_asked(one, sides);
  if (!sides.units.empty()) {
    if (!sides.all_networks_known) return std::nullopt;
    return violated(Severity::warning, one.subject(),
                    base::format("asks for {}, from which none of its networks takes a device: it is reserved, and no "
                                 "interface of it comes into the pod",
                                 quoted_names(sides.units)),
                    evidence_of(sides),
                    "# name a network whose resourceName is this in k8s.v1.cni.cncf.io/networks, or do not ask for it");
  }
  if (!sides.any_matched) return std::nullopt;
  return ok(one.subject(), "asks for the resources from which its networks take their devices",
            {seen(one.pod.network_annotation, "networks: " + base::one_line(one.pod.network_annotation->substr(0, 200)))});
}

std::vector<Finding> rule(const Input& input) {
  return each_workload(input, [&](const DeclaredPod& one) { return judge(input, one); });
}

}  // namespace

Check k8s_manifest_network_resource_mismatch() {
  return {.title = "A pod asks for devices of another resource than its networks take",
          .severity = Severity::error,
          .cause =
              "Each network of virtual functions names the resource out of which its device comes, and takes it out of "
              "those that the pod was given. Where the pod asks for another name, prefix included, there is none for the "
              "network.",
          .fix = "kubectl get net-attach-def -o jsonpath='{..k8s\\.v1\\.cni\\.cncf\\.io/resourceName}'  # ask for these",
          .rule = rule};
}

}  // namespace railhead::check
