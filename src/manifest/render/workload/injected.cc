#include "manifest/render/workload/injected.h"

#include "base/format.h"
#include "manifest/inject/inject.h"
#include "manifest/job/rail_wishes.h"
#include "manifest/render/workload/object.h"
#include "manifest/render/workload/pod.h"

namespace railhead::manifest::render {
namespace {

// A quota takes no container without them, and without them no pod is "Guaranteed". The copy is some megabytes.
const std::vector<ResourceAmount> kInstaller = {{.name = "cpu", .amount = "100m"}, {.name = "memory", .amount = "128Mi"}};

}  // namespace

Wishes wishes_of(const Plan& plan, std::vector<std::string> options) {
  Wishes wishes{
      .tcp = !plan.rdma(),
      .memlock = plan.cluster.memlock,
      .memlock_size = plan.cluster.memlock_size,
      .service_account = plan.service_account(),
      .shm = {.wanted = plan.job.shm != "none", .size = plan.job.shm == "none" ? "" : plan.job.shm},
      .launcher = true,
      .launcher_image = plan.cluster.launcher_image.empty() ? "railhead:" RAILHEAD_VERSION : plan.cluster.launcher_image,
      .launcher_options = std::move(options),
      .installer = kInstaller,
      .containers = {kMain},
      .record = false};
  if (plan.rdma()) job::add_rails(plan.cluster, plan.space(), wishes);
  return wishes;
}

base::Result<std::vector<Object>> injected(Object object, const Wishes& wishes) {
  auto done = inject(object.text, wishes, {.file = base::format("{}/{}", object.kind, object.name), .line = 1});
  if (!done) return std::unexpected(std::move(done.error()));
  for (const InjectReport& report : done->reports)
    for (const InjectNote& note : report.notes)
      if (note.outcome == Outcome::refused)
        return wrong(
            base::format("{}: {}: {}", report.object, note.subject, note.text),
            "Change it in railhead.yaml: the memlock way of the ClusterProfile, spec.shm or spec.resources of the job.");
  object.text = std::move(done->text);
  return std::vector<Object>{std::move(object)};
}

}  // namespace railhead::manifest::render
