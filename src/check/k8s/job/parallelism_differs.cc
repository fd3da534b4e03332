#include "facts/cluster/cluster.h"
#include "finding/declared/workloads.h"

namespace railhead::check {
namespace {

std::optional<Finding> judge(const Input& input, const DeclaredPod& one) {
  const facts::PodTemplate& pod = one.pod;
  const facts::Workload& workload = pod.workload;
  const auto& completions = workload.completions;
  if (one.object.kind != "Job" || !completions || *completions < 2) return std::nullopt;
  if (!pod.whole || job_resources(pod, *input.cluster).empty() || !work_together(one, *input.cluster)) return std::nullopt;
  Evidences evidence = resource_evidence(job_resources(pod, *input.cluster));
  evidence.push_back(seen(completions, base::format("completions: {}", *completions)));
  const std::uint64_t parallelism = workload.parallelism.value_or(1);
  evidence.push_back(workload.parallelism ? seen(workload.parallelism, base::format("parallelism: {}", parallelism))
                                          : Evidence{"no parallelism, which is 1", pod.source});
  if (parallelism == *completions)
    return ok(one.subject(), base::format("runs all of its {} pods at once", *completions), evidence);
  const std::string message =
      parallelism < *completions
          ? base::format("runs {} of its {} pods at a time: ranks that wait for all {} never meet", parallelism, *completions,
                         *completions)
          : base::format("allows {} pods at a time and makes {}: a job that counts on {} ranks waits for ever", parallelism,
                         *completions, parallelism);
  return violated(Severity::info, one.subject(), message, evidence,
                  base::format("spec:\n  completions: {0}\n  parallelism: {0}", *completions));
}

std::vector<Finding> rule(const Input& input) {
  return each_workload(input, [&](const DeclaredPod& one) { return judge(input, one); });
}

}  // namespace

Check k8s_job_parallelism_differs() {
  return {.title = "A Job does not run all of its pods at once",
          .severity = Severity::info,
          .cause =
              "completions says how many pods have to end well, parallelism how many run at a time. For tasks that do not "
              "know of each other any numbers do; the ranks of one job must all run together.",
          .fix = "spec:\n  completions: N\n  parallelism: N  # the same number",
          .rule = rule};
}

}  // namespace railhead::check
