#include "facts/cluster/cluster.h"
#include "finding/declared/workloads.h"

namespace railhead::check {
namespace {

std::optional<Finding> judge(const Input& input, const DeclaredPod& one) {
  const facts::PodTemplate& pod = one.pod;
  const facts::Workload& workload = pod.workload;
  if (one.object.kind != "Job" || !workload.completion_mode.is("Indexed")) return std::nullopt;
  if (!pod.replicas || *pod.replicas < 2 || job_resources(pod, *input.cluster).empty()) return std::nullopt;
  if (!work_together(one, *input.cluster)) return std::nullopt;
  Evidences evidence = job_evidence(pod, *input.cluster);
  evidence.push_back(seen(workload.completion_mode, "completionMode: Indexed"));
  if (workload.subdomain) {
    evidence.push_back(seen(workload.subdomain, "subdomain: " + base::one_line(*workload.subdomain)));
    return ok(one.subject(), "its pods have names", evidence);
  }
  if (!pod.whole || !workload.subdomain.not_asked() || pod.host_network.is(true)) return std::nullopt;
  evidence.push_back({"no subdomain", pod.source});
  return violated(Severity::info, one.subject(),
                  "its pods know their index and have no names (no subdomain): a rank cannot find rank 0 by name", evidence);
}

std::vector<Finding> rule(const Input& input) {
  return each_workload(input, [&](const DeclaredPod& one) { return judge(input, one); });
}

}  // namespace

Check k8s_job_no_subdomain() {
  return {.title = "The pods of an Indexed Job have no names",
          .severity = Severity::info,
          .cause =
              "An Indexed Job calls its pods JOB-INDEX. That is a name in DNS only with a subdomain that is a headless "
              "Service: JOB-0.SUBDOMAIN. Otherwise ranks must meet at an address that something else tells them.",
          .fix =
              "# in the spec of the pods; and a Service of that name with clusterIP: None and the selector job-name: JOB\n"
              "subdomain: NAME",
          .rule = rule};
}

}  // namespace railhead::check
