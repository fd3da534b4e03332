#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/workloads.h"

// training-operator v1, pkg/webhooks/pytorch and before it pkg/apis/kubeflow.org/v1/pytorch_validation.go.
namespace railhead::check {
namespace {

constexpr std::string_view kName = "pytorch";

std::optional<Finding> judge(const DeclaredPod& one) {
  if (one.object.kind != "PyTorchJob" || !one.pod.whole) return std::nullopt;
  std::vector<std::string> names;
  for (const facts::DeclaredContainer& container : one.pod.containers) {
    if (container.init) continue;
    if (container.name == kName) return ok(one.subject(), "has a container pytorch", {{"name: pytorch", container.source}});
    names.push_back(base::one_line(container.name.empty() ? "(no name)" : container.name));
  }
  if (names.empty()) return std::nullopt;
  return violated(Severity::error, one.subject(),
                  base::format("has no container named pytorch, only {}: the operator refuses the job", listed(names)),
                  {{"containers: " + listed(names), one.pod.source}});
}

std::vector<Finding> rule(const Input& input) { return each_workload(input, judge); }

}  // namespace

Check k8s_pytorchjob_container_name() {
  return {.title = "A PyTorchJob has no container named pytorch",
          .severity = Severity::error,
          .cause =
              "The training operator looks for the container by its name: that one gets MASTER_ADDR, WORLD_SIZE, RANK and the "
              "port. A replica without it is refused (\"There is no container named pytorch\").",
          .fix = "containers:\n- name: pytorch",
          .rule = rule};
}

}  // namespace railhead::check
