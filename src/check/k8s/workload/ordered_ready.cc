#include "facts/cluster/cluster.h"
#include "finding/declared/workloads.h"

namespace railhead::check {
namespace {

Finding one_by_one(const DeclaredPod& one, Evidences evidence) {
  const facts::Workload& workload = one.pod.workload;
  evidence.push_back(workload.management ? seen(workload.management, "podManagementPolicy: OrderedReady")
                                         : Evidence{"no podManagementPolicy, which is OrderedReady", one.pod.source});
  if (!workload.readiness)
    return violated(Severity::info, one.subject(),
                    "starts its pods one after the other (OrderedReady): the first ranks wait for the last, and a pod that "
                    "cannot start holds up those behind it",
                    evidence);
  evidence.push_back(seen(workload.readiness, base::format("container {} has a readinessProbe", *workload.readiness)));
  return violated(Severity::warning, one.subject(),
                  "starts a pod only when the one before it is ready (OrderedReady), and a readinessProbe decides on that: "
                  "if rank 0 is ready only after all have met, the second pod is never made",
                  evidence);
}

std::optional<Finding> judge(const Input& input, const DeclaredPod& one) {
  const facts::PodTemplate& pod = one.pod;
  if (one.object.kind != "StatefulSet" || !pod.replicas || *pod.replicas < 2) return std::nullopt;
  if (job_resources(pod, *input.cluster).empty() || !work_together(one, *input.cluster)) return std::nullopt;
  const facts::Known<std::string>& management = pod.workload.management;
  Evidences evidence = job_evidence(pod, *input.cluster);
  if (management && *management != "OrderedReady") {
    evidence.push_back(seen(management, "podManagementPolicy: " + base::one_line(*management)));
    return ok(one.subject(), "starts all of its pods at once", evidence);
  }
  if (!management && (!pod.whole || !management.not_asked())) return std::nullopt;
  return one_by_one(one, std::move(evidence));
}

std::vector<Finding> rule(const Input& input) {
  return each_workload(input, [&](const DeclaredPod& one) { return judge(input, one); });
}

}  // namespace

Check k8s_workload_ordered_ready() {
  return {.title = "A StatefulSet starts the ranks of a job one by one",
          .severity = Severity::warning,
          .cause =
              "By default a StatefulSet makes its next pod when the one before is ready. The ranks of a job wait for each "
              "other instead; a probe that asks whether training runs makes them wait for ever.",
          .fix = "spec:\n  podManagementPolicy: Parallel  # cannot be changed later: delete the StatefulSet and create it anew",
          .rule = rule};
}

}  // namespace railhead::check
