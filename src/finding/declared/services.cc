#include "finding/declared/services.h"

namespace railhead::check {
namespace {

/// Whether pods of this kind have their names from a Service that somebody has to write.
bool needs_service(const DeclaredPod& one) {
  const std::string& kind = one.object.kind;
  if (kind == "StatefulSet") return true;
  return one.pod.workload.subdomain && (kind == "Job" || kind == "CronJob" || kind == "Deployment" || kind == "Pod");
}

/// A pod alone may be one of several that are written each on its own.
bool is_one_of_several(const DeclaredPod& one) {
  return one.object.kind == "Pod" || (one.pod.replicas && *one.pod.replicas > 1);
}

void look_for(const facts::Cluster& cluster, NamedPods& named) {
  for (const facts::ClusterObject& object : cluster.objects) {
    if (!object.service) continue;
    const std::string& space = named.one.object.space;
    if (!space.empty() && !object.space.empty() && space != object.space) continue;
    named.others = true;
    if (named.service == nullptr && named.name.is(object.name)) named.service = &object;
  }
}

}  // namespace

std::vector<NamedPods> named_pods(const Input& input) {
  std::vector<NamedPods> found;
  if (input.cluster == nullptr) return found;
  for (const DeclaredPod& one : declared_workloads(input)) {
    if (!needs_service(one) || !is_one_of_several(one) || job_resources(one.pod, *input.cluster).empty()) continue;
    if (!work_together(one, *input.cluster)) continue;
    const facts::Workload& workload = one.pod.workload;
    NamedPods named{.one = one, .name = one.object.kind == "StatefulSet" ? workload.service : workload.subdomain};
    look_for(*input.cluster, named);
    found.push_back(std::move(named));
  }
  return found;
}

std::vector<Finding> each_service(const Input& input, std::optional<Finding> (*judge)(const NamedPods&)) {
  std::vector<Finding> findings;
  for (const NamedPods& named : named_pods(input)) {
    if (named.service == nullptr) continue;
    if (auto finding = judge(named)) findings.push_back(std::move(*finding));
  }
  return findings;
}

bool is_headless(const facts::Service& service) { return service.cluster_ip.is("None"); }

std::string service_subject(const NamedPods& named) { return base::one_line("Service/" + named.service->name); }

Evidences service_evidence(const NamedPods& named) {
  const char* key = named.one.object.kind == "StatefulSet" ? "serviceName" : "subdomain";
  return {seen(named.name, base::format("{}: {} of {}", key, base::one_line(*named.name), named.one.subject())),
          {"Service/" + base::one_line(named.service->name), named.service->source}};
}

}  // namespace railhead::check
