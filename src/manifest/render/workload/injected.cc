#include "manifest/render/workload/injected.h"

#include <algorithm>

#include "base/format.h"
#include "manifest/inject/inject.h"
#include "manifest/render/workload/object.h"
#include "manifest/render/workload/pod.h"

namespace railhead::manifest::render {
namespace {

/// The device is the pod's own: each attachment takes a unit of its resource. Of the shared ones a unit gives all devices of a
/// pool, however many interfaces are put on them.
bool is_unit_per_network(job::Fabric fabric) {
  switch (fabric) {
    case job::Fabric::sriov_roce:
    case job::Fabric::sriov_infiniband:
    case job::Fabric::host_device_roce:
    case job::Fabric::host_device_infiniband: return true;
    case job::Fabric::shared_infiniband:
    case job::Fabric::macvlan_roce:
    case job::Fabric::ipoib: break;
  }
  return false;
}

void add_once(std::vector<ResourceWish>& resources, const std::string& name) {
  if (!name.empty() && std::ranges::find(resources, name, &ResourceWish::name) == resources.end())
    resources.push_back({.name = name});
}

void add_rails(const Plan& plan, Wishes& wishes) {
  const bool attached = plan.cluster.fabric != job::Fabric::shared_infiniband;
  const bool own = is_unit_per_network(plan.cluster.fabric);
  for (const job::Rail& rail : plan.cluster.rails) {
    if (attached && !rail.network.empty())
      wishes.networks.push_back(
          {.space = rail.space == plan.space() ? "" : rail.space, .name = rail.network, .resource = own ? rail.resource : ""});
    else if (own)
      wishes.resources.push_back({.name = rail.resource});
    if (!own) add_once(wishes.resources, rail.resource);
  }
}

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
  if (plan.rdma()) add_rails(plan, wishes);
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
