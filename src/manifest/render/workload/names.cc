#include "manifest/render/workload/names.h"

#include "base/format.h"
#include "manifest/render/workload/object.h"

namespace railhead::manifest::render {
namespace {

constexpr std::size_t kLabel = 63;  // of a host name and of the value of a label (RFC 1123; apimachinery, validation)

struct Made {
  std::string kind;     // "a statefulset"
  std::string example;  // behind the job's name, at its longest
};

/// What is made of the name and must be a host name or a label's value. Sources: controller-revision-hash of a StatefulSet is
/// NAME-HASH of 10 characters; job_controller names pods NAME-INDEX (batch/v1, completionMode); mpi-operator v2 has
/// NAME-worker-N and a Job NAME-launcher; jobset's webhook wants NAME-node-0-INDEX and 6 characters more within 63.
Made made_of(job::JobKind kind, std::uint32_t nodes) {
  const std::string last = std::to_string(nodes == 0 ? 0 : nodes - 1);
  const auto longer = [](std::string left, std::string right) { return left.size() < right.size() ? right : left; };
  switch (kind) {
    case job::JobKind::pod: return {"a pod", ""};
    case job::JobKind::stateful_set: return {"a statefulset", longer("-" + std::string(10, 'h'), "-" + last)};
    case job::JobKind::job: return {"a job", "-" + last};
    case job::JobKind::mpi_job: return {"an mpijob", longer("-launcher", "-worker-" + last)};
    case job::JobKind::job_set: return {"a jobset", "-node-0-" + last + "-xxxxx"};
  }
  return {};
}

}  // namespace

base::Result<void> names_fit(const Plan& plan) {
  const Made made = made_of(plan.job.kind, plan.job.nodes);
  const std::size_t most = kLabel - made.example.size();
  if (plan.job.name.size() <= most) return {};
  return wrong(base::format("metadata.name: {} characters, and the names of the pods of {} with {} nodes leave {} at most",
                            plan.job.name.size(), made.kind, plan.job.nodes, most),
               "Give the job a shorter name.");
}

}  // namespace railhead::manifest::render
