#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/networks.h"

// The SR-IOV CNI is given one device for each attachment that names its resource, in order: an attachment more than units has
// none ("VF pci addr is required"), a unit more than attachments stays in the pool of the pod and gets no interface.
namespace railhead::check {
namespace {

/// One side of the comparison: attachments that take their device from one place, and the units asked of it.
struct Pair {
  std::string resource;  // "" where the texts do not say which
  std::vector<std::string> networks;
  std::uint64_t units = 0;
  std::vector<facts::ResourceRequest> requests;
  bool certain = true;  // that every network takes a device
};

std::string network_list(const Pair& pair, std::uint64_t count) {
  std::vector<std::string> names = pair.networks;
  while (names.size() < count && names.size() < 16 && !names.empty()) names.push_back(names.back());
  return base::joined(names, ", ");
}

Finding more_networks(const facts::PodTemplate& pod, const Pair& pair, Evidences evidence) {
  const std::string resource = resource_names(pair.requests);
  std::string message =
      base::format("{} attached, {} of {} requested: {} no device (\"VF pci addr is required\")",
                   base::counted(pair.networks.size(), "SR-IOV network"), base::counted(pair.units, "unit"), resource,
                   pair.networks.size() - pair.units == 1 ? "one attachment gets" : "some of them get");
  if (!pair.certain) message += ", if each of them takes one";
  const std::string fix = pair.requests.size() == 1
                              ? base::format("resources:\n  requests:\n    {0}: {1}\n  limits:\n    {0}: {1}",
                                             base::one_line(pair.requests[0].name), pair.networks.size())
                              : std::string("Request one unit for each network that takes its device from it.");
  return violated(pair.certain ? Severity::error : Severity::warning, base::one_line(pod.owner), message, std::move(evidence),
                  fix);
}

Finding more_units(const facts::PodTemplate& pod, const Pair& pair, Evidences evidence) {
  return violated(
      Severity::warning, base::one_line(pod.owner),
      base::format("{} of {} requested, {} attached: {} reserved and unused", base::counted(pair.units, "unit"),
                   resource_names(pair.requests), base::counted(pair.networks.size(), "network"),
                   pair.units - pair.networks.size() == 1 ? "one device is" : "some devices are"),
      std::move(evidence),
      base::format("k8s.v1.cni.cncf.io/networks: {}  # or request {}", network_list(pair, pair.units), pair.networks.size()));
}

std::optional<Finding> compared(const facts::PodTemplate& pod, const Pair& pair) {
  if (pair.units == 0 || pair.networks.empty()) return std::nullopt;
  Evidences evidence = {seen(pod.network_annotation, "networks: " + base::one_line(pod.network_annotation->substr(0, 200)))};
  for (Evidence& each : resource_evidence(pair.requests)) evidence.push_back(std::move(each));
  if (pair.networks.size() > pair.units) return more_networks(pod, pair, std::move(evidence));
  if (pair.networks.size() < pair.units) return more_units(pod, pair, std::move(evidence));
  return ok(base::one_line(pod.owner),
            base::format("{} attached, as many units requested", base::counted(pair.units, "SR-IOV network")), evidence);
}

/// Networks whose resource the texts name go with the units of that resource; the others with what is left, and where there
/// is none of one there is nothing to compare.
std::vector<Pair> pairs_of(const std::vector<Attached>& networks, const std::vector<AskedUnits>& asked) {
  std::vector<Pair> pairs;
  pairs.reserve(asked.size() + 1);
  for (const AskedUnits& units : asked)
    pairs.push_back({.resource = units.resource, .networks = {}, .units = units.units, .requests = units.requests});
  Pair rest;
  std::vector<std::string> unknown;
  for (const Attached& network : networks) {
    if (network.takes == TakesVf::no) continue;
    const auto pair = std::ranges::find_if(
        pairs, [&](const Pair& one) { return !network.resource.empty() && same_resource(one.resource, network.resource); });
    if (pair != pairs.end()) {
      pair->networks.push_back(network.attachment.name);
    } else if (network.resource.empty()) {
      rest.networks.push_back(network.attachment.name);
      if (network.takes == TakesVf::unknown) unknown.push_back(network.attachment.name);
    }
  }
  for (Pair& pair : pairs) {
    if (!pair.networks.empty()) continue;
    rest.units += pair.units;
    std::ranges::move(pair.requests, std::back_inserter(rest.requests));
  }
  std::erase_if(pairs, [](const Pair& pair) { return pair.networks.empty(); });
  rest.certain = unknown.empty() || are_alike(rest.networks);
  pairs.push_back(std::move(rest));
  return pairs;
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  for (const facts::PodTemplate* pod : declared_pods(input)) {
    const auto asked = units_asked(*pod);
    if (!pod->annotated || !pod->network_annotation || !asked) continue;
    for (const Pair& pair : pairs_of(attached_networks(*pod, *input.cluster), *asked))
      if (auto finding = compared(*pod, pair)) findings.push_back(std::move(*finding));
  }
  return findings;
}

}  // namespace

Check k8s_manifest_vf_count_mismatch() {
  return {
      .title = "A pod attaches more or fewer SR-IOV networks than it asks for devices",
      .severity = Severity::error,
      .cause =
          "Each network that is attached takes one device out of those that the pod asks for by resource. A network too many "
          "finds none and the pod does not start; a device too many is reserved and has no interface.",
      .fix = "Ask for as many units of the resource as networks take a device from it; a network may be named twice.",
      .rule = rule};
}

}  // namespace railhead::check
