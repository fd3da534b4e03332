#include "kube/objects/kinds.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "kube/in_url.h"

namespace railhead::kube {
namespace {

constexpr std::array<Kind, 19> kKinds = {{
    {"Namespace", "/api/v1", "namespaces", true},
    {"NetworkAttachmentDefinition", "/apis/k8s.cni.cncf.io/v1", "network-attachment-definitions"},
    {"SriovNetworkNodePolicy", "/apis/sriovnetwork.openshift.io/v1", "sriovnetworknodepolicies"},
    {"SriovNetwork", "/apis/sriovnetwork.openshift.io/v1", "sriovnetworks"},
    {"SriovIBNetwork", "/apis/sriovnetwork.openshift.io/v1", "sriovibnetworks"},
    {"SecurityContextConstraints", "/apis/security.openshift.io/v1", "securitycontextconstraints", true},
    {"Role", "/apis/rbac.authorization.k8s.io/v1", "roles"},
    {"RoleBinding", "/apis/rbac.authorization.k8s.io/v1", "rolebindings"},
    {"ServiceAccount", "/api/v1", "serviceaccounts"},
    {"ImageStream", "/apis/image.openshift.io/v1", "imagestreams"},
    {"BuildConfig", "/apis/build.openshift.io/v1", "buildconfigs"},
    {"ConfigMap", "/api/v1", "configmaps"},
    {"PersistentVolumeClaim", "/api/v1", "persistentvolumeclaims"},
    {"Service", "/api/v1", "services"},
    {"Pod", "/api/v1", "pods"},
    {"StatefulSet", "/apis/apps/v1", "statefulsets"},
    {"Job", "/apis/batch/v1", "jobs"},
    {"MPIJob", "/apis/kubeflow.org/v2beta1", "mpijobs"},
    {"JobSet", "/apis/jobset.x-k8s.io/v1alpha2", "jobsets"},
}};
}  // namespace

std::span<const Kind> kinds() { return kKinds; }

const Kind* kind_named(std::string_view kind) {
  const auto* found = std::ranges::find(kKinds, kind, &Kind::kind);
  return found == kKinds.end() ? nullptr : found;
}

std::string path_of(const Kind& kind, std::string_view space, std::string_view name) {
  std::string path(kind.group);
  if (!kind.of_cluster && !space.empty()) path += base::format("/namespaces/{}", in_url(space));
  path += base::format("/{}", kind.plural);
  if (!name.empty()) path += base::format("/{}", in_url(name));
  return path;
}

std::string resource_of(const Kind& kind) {
  constexpr std::string_view kGroups = "/apis/";
  if (!kind.group.starts_with(kGroups)) return std::string(kind.plural);
  const std::string_view group = kind.group.substr(kGroups.size());
  return base::format("{}.{}", kind.plural, group.substr(0, group.find('/')));
}

}  // namespace railhead::kube
