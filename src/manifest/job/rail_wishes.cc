#include "manifest/job/rail_wishes.h"

#include <algorithm>

namespace railhead::manifest::job {
namespace {

/// The device is the pod's own: each attachment takes a unit of its resource. Of the shared ones a unit gives all devices of a
/// pool, however many interfaces are put on them.
bool is_unit_per_network(Fabric fabric) {
  switch (fabric) {
    case Fabric::sriov_roce:
    case Fabric::sriov_infiniband:
    case Fabric::host_device_roce:
    case Fabric::host_device_infiniband: return true;
    case Fabric::shared_infiniband:
    case Fabric::macvlan_roce:
    case Fabric::ipoib: break;
  }
  return false;
}

void add_once(std::vector<ResourceWish>& resources, const std::string& name) {
  if (!name.empty() && std::ranges::find(resources, name, &ResourceWish::name) == resources.end())
    resources.push_back({.name = name});
}

}  // namespace

void add_rails(const ClusterProfile& cluster, const std::string& space, Wishes& wishes) {
  const bool attached = has_attachments(cluster.fabric);
  const bool own = is_unit_per_network(cluster.fabric);
  for (const Rail& rail : cluster.rails) {
    if (attached && !rail.network.empty())
      wishes.networks.push_back(
          {.space = rail.space == space ? "" : rail.space, .name = rail.network, .resource = own ? rail.resource : ""});
    else if (own)
      wishes.resources.push_back({.name = rail.resource});
    if (!own) add_once(wishes.resources, rail.resource);
  }
}

}  // namespace railhead::manifest::job
