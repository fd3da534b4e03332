#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

/// What no SCC that a default service account may use allows.
std::optional<Evidence> needs_more(const facts::PodTemplate& pod) {
  for (const facts::DeclaredContainer& container : pod.containers) {
    for (const char* name : {"IPC_LOCK", "SYS_RESOURCE"})
      if (const facts::Placed* capability = added(container, name))
        return Evidence{"adds " + capability->text, capability->source};
    if (is_privileged(container)) return seen(container.security.privileged, "privileged: true");
    if (!container.mounts.empty()) return Evidence{"hostPath " + container.mounts[0].outside, container.mounts[0].source};
  }
  if (pod.host_network.is(true)) return seen(pod.host_network, "hostNetwork: true");
  return std::nullopt;
}

/// SCCs are OpenShift's: elsewhere a service account decides nothing of this.
std::optional<Evidence> openshift_in(const facts::PodTemplate& pod, const facts::Cluster& cluster) {
  if (pod.openshift) return seen(pod.openshift, *pod.openshift);
  const auto scc = std::ranges::find(cluster.objects, "SecurityContextConstraints", &facts::ClusterObject::kind);
  if (scc != cluster.objects.end()) return Evidence{"a SecurityContextConstraints beside it", scc->source};
  return std::nullopt;
}

std::optional<Finding> judge(const Input& input, const facts::PodTemplate& pod) {
  const std::optional<Evidence> need = needs_more(pod);
  const std::optional<Evidence> openshift = openshift_in(pod, *input.cluster);
  // Where the SCCs are among the manifests, what they say is told by the checks of k8s.scc.
  if (!need || !openshift || !pod.annotated || pod.admission.scc) return std::nullopt;
  const std::string subject = base::one_line(pod.owner);
  Evidences evidence = {*need, *openshift};
  if (pod.service_account && *pod.service_account != "default") {
    evidence.push_back(seen(pod.service_account, "serviceAccountName: " + *pod.service_account));
    return ok(subject, "has a service account of its own", evidence);
  }
  if (!pod.service_account && !pod.service_account.not_asked()) return std::nullopt;
  evidence.push_back({"no serviceAccountName: default is used", pod.source});
  return violated(
      Severity::info, subject,
      base::format("{} and runs with the service account default, which may use no SCC that allows it unless somebody gave "
                   "it to the whole namespace",
                   need->what),
      evidence);
}

std::vector<Finding> rule(const Input& input) {
  return judged_each(declared_pods(input), [&](const facts::PodTemplate* pod) { return judge(input, *pod); });
}

}  // namespace

Check k8s_manifest_default_serviceaccount() {
  return {.title = "A pod that needs an SCC of its own runs with the default service account",
          .severity = Severity::info,
          .cause =
              "On OpenShift an SCC lets capabilities through, and a service account must be allowed to use it. The default one "
              "may use "
              "those alone that give nothing extra.",
          .fix =
              "oc create serviceaccount rdma && oc adm policy add-scc-to-user SCC -z rdma  # and serviceAccountName: rdma in "
              "the pod's spec",
          .rule = rule};
}

}  // namespace railhead::check
