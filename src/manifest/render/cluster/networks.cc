#include <utility>

#include "manifest/render/cluster/cni.h"
#include "manifest/render/cluster/json.h"
#include "manifest/render/cluster/object.h"
#include "manifest/render/cluster/rails.h"
#include "manifest/render/cluster/sriov_operator.h"

namespace railhead::manifest::render {
namespace {

base::Result<void> check_fabric(const Plan& plan) {
  const job::ClusterProfile& cluster = plan.cluster;
  if (cluster.networks == job::NetworksBy::sriov_operator && !is_sriov(cluster.fabric))
    return std::unexpected(base::Error{
        .code = base::Code::malformed,
        .message = "networks: sriov-operator: the operator makes networks of virtual functions alone, and the fabric "
                   "has none",
        .suggestion = "Write networks: attachments, or a fabric of sriov."});
  const bool shared = cluster.fabric == job::Fabric::macvlan_roce || cluster.fabric == job::Fabric::ipoib;
  if (cluster.rdma_isolation && shared)
    return std::unexpected(
        base::Error{.code = base::Code::malformed,
                    .message = "rdmaIsolation: a shared RDMA device stays in the node's network namespace, where pods of nodes "
                               "with netns exclusive do not see it",
                    .suggestion = "Take a fabric of sriov or host-device, or set the nodes to shared: rdma system set netns "
                                  "shared."});
  return {};
}

base::Result<Object> attachment(const Plan& plan, const PlacedRail& placed) {
  auto config = network_config(plan, placed);
  if (!config) return std::unexpected(config.error());
  const job::Rail& rail = placed.rail;
  Members annotations;
  const bool host_device =
      plan.cluster.fabric == job::Fabric::host_device_roce || plan.cluster.fabric == job::Fabric::host_device_infiniband;
  // macvlan and IPoIB make their interface themselves: no device of the resource goes into it.
  if (is_sriov(plan.cluster.fabric) || (host_device && gives_device(rail)))
    annotations.emplace_back(kResourceName, word(rail.resource));
  return made("NetworkAttachmentDefinition", rail.network, plan.space(), NeededBy::admin,
              {{"apiVersion", word("k8s.cni.cncf.io/v1")},
               {"kind", word("NetworkAttachmentDefinition")},
               {"metadata", shared_metadata(plan, rail.network, plan.space(), std::move(annotations))},
               {"spec", mapping({{"config", word(json_text(*config))}})}});
}

}  // namespace

base::Result<std::vector<Object>> networks(const Plan& plan) {
  std::vector<Object> objects;
  const job::ClusterProfile& cluster = plan.cluster;
  if (!plan.rdma() || cluster.networks == job::NetworksBy::existing || !job::has_attachments(cluster.fabric)) return objects;
  if (auto checked = check_fabric(plan); !checked) return std::unexpected(checked.error());
  const auto rails = rails_to_make(plan);
  if (!rails) return std::unexpected(rails.error());
  if (cluster.networks == job::NetworksBy::sriov_operator) return operator_objects(plan, *rails);
  objects.reserve(rails->size());
  for (const PlacedRail& placed : *rails) {
    auto object = attachment(plan, placed);
    if (!object) return std::unexpected(object.error());
    objects.push_back(*std::move(object));
  }
  return objects;
}

}  // namespace railhead::manifest::render
