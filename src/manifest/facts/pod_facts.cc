#include "manifest/facts/pod_facts.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "manifest/facts/cluster/workload_facts.h"
#include "manifest/facts/container/amounts.h"
#include "manifest/facts/container_facts.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest {
namespace {

constexpr std::size_t kMostContainers = 256;
constexpr std::size_t kMostNetworks = 256;
constexpr const char* kNetworks = "k8s.v1.cni.cncf.io/networks";

/// What else attaches interfaces: the default network of Multus, GKE's and DANM's lists.
constexpr std::array<const char*, 4> kOtherNetworks = {"v1.multus-cni.io/default-network", "networking.gke.io/interfaces",
                                                       "danm.k8s.io/interfaces", "danm.io/interfaces"};

facts::Known<std::string> networks_in(const Value& metadata, const Origin& origin) {
  const Value annotations = metadata["annotations"];
  if (auto own = told_text(annotations[kNetworks], origin); own) return own;
  for (const char* other : kOtherNetworks)
    if (auto told = told_text(annotations[other], origin); told) return told;
  return {};
}

/// Annotations and images that only OpenShift has. The prefix openshift.io of resources is not one of them: the SR-IOV operator
/// uses it everywhere.
facts::Known<std::string> openshift_in(const Value& metadata, const Value& spec, const Origin& origin) {
  for (const auto& [key, value] : metadata["annotations"].members()) {
    const std::string name = key.text().value_or("");
    if (name.starts_with("openshift.io/") || name.find(".openshift.io/") != std::string::npos)
      return {base::one_line(name.substr(0, 128)), origin.place(key)};
  }
  for (const Value& container : spec["containers"].items())
    if (const auto image = container["image"].text();
        image && image->starts_with("image-registry.openshift-image-registry.svc"))
      return {base::one_line(image->substr(0, 128)), origin.place(container["image"])};
  return {};
}

/// A networks annotation beside the place where the pods' own stands: on the object or on what it makes its pods' makers from,
/// or on the template but not below metadata.annotations.
void find_misplaced(const FoundTemplate& found, const Origin& origin, facts::PodTemplate& pod) {
  const auto take = [&](const Value& value, const std::string& path, const char* rest) {
    if (pod.misplaced || !value.text()) return;
    pod.misplaced = told_text(value, origin);
    pod.misplaced_at = (path.empty() ? "" : path + ".") + rest;
  };
  const std::size_t own = found.above.empty() ? 0 : found.above.size() - 1;
  for (std::size_t i = 0; i < found.above.size(); ++i) {
    const Value level = found.above[i];
    const std::string path = path_of(found, i);
    if (i < own) take(level["metadata"]["annotations"][kNetworks], path, "metadata.annotations");
    take(level["annotations"][kNetworks], path, "annotations");
  }
  take(found.metadata["labels"][kNetworks], path_of(found, own), "metadata.labels");
  take(found.metadata[kNetworks], path_of(found, own), "metadata");
  take(found.spec["annotations"][kNetworks], path_of(found, found.steps.size()), "annotations");
}

/// The annotations of the objects around the pod template that speak of limits.
std::vector<facts::Annotation> misplaced_limits_of(const FoundTemplate& found, const Origin& origin) {
  std::vector<facts::Annotation> misplaced;
  for (std::size_t i = 0; i + 1 < found.above.size(); ++i)
    std::ranges::move(limit_annotations_of(found.above[i]["metadata"]["annotations"], origin), std::back_inserter(misplaced));
  return misplaced;
}

void add_containers(const Value& spec, const char* key, bool init, const Origin& origin,
                    std::vector<facts::DeclaredContainer>& containers) {
  for (const Value& container : spec[key].items()) {
    if (containers.size() >= kMostContainers) return;
    containers.push_back(container_of(container, spec, origin));
    containers.back().init = init;
  }
}

}  // namespace

std::vector<facts::NetworkAttachment> attachments_of(const std::string& text, const std::string& source) {
  std::vector<facts::NetworkAttachment> found;
  if (base::trimmed(text).starts_with('[')) {
    const Parsed parsed = parse_yaml(text, kMostNetworks * 16);
    if (parsed.documents.empty()) return found;
    for (const Value& entry : Value(parsed.documents[0]).items())
      if (const auto name = entry["name"].text(); name && found.size() < kMostNetworks)
        found.push_back({entry["namespace"].text().value_or(""), base::one_line(*name), source,
                         base::one_line(entry["interface"].text().value_or(""))});
    return found;
  }
  for (const std::string_view piece : base::split(text, ',')) {
    std::string_view name = base::trimmed(piece);
    const std::size_t at = name.find('@');
    const std::string interface(at == std::string_view::npos ? std::string_view() : name.substr(at + 1));
    name = name.substr(0, at);
    const std::size_t slash = name.find('/');
    const std::string_view space = slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
    if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
    if (!name.empty() && found.size() < kMostNetworks)
      found.push_back({std::string(space), std::string(name), source, interface});
  }
  return found;
}

facts::PodTemplate pod_of(const FoundTemplate& found, const std::string& owner, bool complete, const Origin& origin) {
  facts::PodTemplate pod;
  pod.owner = owner;
  pod.source = origin.place(found.spec);
  pod.whole = !origin.cut;
  pod.annotated = pod.whole && (complete || found.metadata);
  add_containers(found.spec, "initContainers", true, origin, pod.containers);
  add_containers(found.spec, "containers", false, origin, pod.containers);
  pod.network_annotation = networks_in(found.metadata, origin);
  const Value own = found.metadata["annotations"][kNetworks];
  if (own.text()) pod.networks = attachments_of(*own.text(), origin.place(own));
  find_misplaced(found, origin, pod);
  pod.service_account = told_text(found.spec["serviceAccountName"], origin);
  if (!pod.service_account) pod.service_account = told_text(found.spec["serviceAccount"], origin);
  pod.host_network = told_boolean(found.spec["hostNetwork"], origin);
  pod.host_users = told_boolean(found.spec["hostUsers"], origin);
  pod.host_ipc = told_boolean(found.spec["hostIPC"], origin);
  pod.memory_limit = told_text(found.spec["resources"]["limits"]["memory"], origin);
  pod.annotations = limit_annotations_of(found.metadata["annotations"], origin);
  pod.misplaced_limits = misplaced_limits_of(found, origin);
  pod.workload = workload_of(found, origin);
  if (!pod.workload.role.empty()) pod.owner += " " + pod.workload.role;
  pod.replicas = replicas_of(found, origin);
  pod.openshift = openshift_in(found.metadata, found.spec, origin);
  return pod;
}

facts::PodTemplate lone_container(const std::vector<Value>& containers, const Origin& origin) {
  facts::PodTemplate pod;
  pod.owner = "pod";
  pod.source = origin.place(containers.front());
  for (const Value& container : containers) {
    if (pod.containers.size() >= kMostContainers) break;
    pod.containers.push_back(container_of(container, {}, origin));
    pod.containers.back().whole = false;
  }
  return pod;
}

}  // namespace railhead::manifest
