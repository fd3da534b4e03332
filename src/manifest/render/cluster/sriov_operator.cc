#include "manifest/render/cluster/sriov_operator.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/render/cluster/cni.h"
#include "manifest/render/cluster/json.h"
#include "manifest/render/cluster/object.h"

namespace railhead::manifest::render {
namespace {

constexpr const char* kApiVersion = "sriovnetwork.openshift.io/v1";
/// The last that the API takes: any policy of an admin goes before.
constexpr std::uint64_t kPriority = 99;

/// Where its documentation installs it: OpenShift's operator, and the Helm chart.
std::string operator_space(const Plan& plan) {
  if (!plan.cluster.sriov.operator_space.empty()) return plan.cluster.sriov.operator_space;
  return plan.cluster.platform == job::Platform::openshift ? "openshift-sriov-network-operator" : "sriov-network-operator";
}

/// What the operator puts its own prefix (openshift.io, unless it was installed with another) in front of.
std::string_view bare_resource(const job::Rail& rail) {
  const std::string_view resource = rail.resource;
  return resource.substr(resource.find('/') + 1);
}

/// The operator's webhook takes letters, digits and underscores.
base::Result<void> check_resource(const PlacedRail& placed) {
  const job::Rail& rail = placed.rail;
  const std::string_view name = bare_resource(rail);
  const bool right = !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  if (right && rail.resource.find('/') != std::string::npos) return {};
  return std::unexpected(
      wrong(placed, base::format("resource: the SR-IOV operator makes none of the name {}", base::one_line(rail.resource)),
            "Write PREFIX/NAME with the operator's prefix and letters, digits and underscores behind it: "
            "openshift.io/rail_a."));
}

/// Texts with JSON. The operator takes out all blanks and puts them into the configuration that it writes.
std::string meta_plugins(const std::vector<Tree>& plugins) {
  std::vector<std::string> texts;
  texts.reserve(plugins.size());
  std::ranges::transform(plugins, std::back_inserter(texts), json_line);
  return base::joined(texts, ", ");
}

/// The link state of an Ethernet function follows its port unless somebody changed that, so it is left alone.
Members network_spec(const Plan& plan, const job::Rail& rail) {
  const bool infiniband = is_infiniband(plan.cluster.fabric);
  Members spec = {{"networkNamespace", word(plan.space())}, {"resourceName", word(std::string(bare_resource(rail)))}};
  if (rail.vlan != 0) spec.emplace_back("vlan", number(rail.vlan));
  if (infiniband) spec.emplace_back("linkState", word("enable"));
  if (!rail.subnet.empty()) spec.emplace_back("ipam", word(json_text(whereabouts(rail))));
  const std::vector<Tree> plugins = chained(plan, plan.cluster.sriov.policies ? 0 : rail.mtu);
  if (!plugins.empty()) spec.emplace_back("metaPlugins", word(meta_plugins(plugins)));
  return spec;
}

Object network(const Plan& plan, const job::Rail& rail) {
  const char* kind = is_infiniband(plan.cluster.fabric) ? "SriovIBNetwork" : "SriovNetwork";
  const std::string space = operator_space(plan);
  return made(kind, rail.network, space, NeededBy::admin,
              {{"apiVersion", word(kApiVersion)},
               {"kind", word(kind)},
               {"metadata", shared_metadata(plan, rail.network, space)},
               {"spec", mapping(network_spec(plan, rail))}});
}

/// The rails that take from one resource: the operator has one policy for it.
using Pool = std::vector<PlacedRail>;

std::vector<Pool> pools_of(const std::vector<PlacedRail>& rails) {
  std::vector<Pool> pools;
  for (const PlacedRail& placed : rails) {
    const auto same =
        std::ranges::find_if(pools, [&](const Pool& pool) { return pool[0].rail.resource == placed.rail.resource; });
    if (same == pools.end())
      pools.push_back({placed});
    else
      same->push_back(placed);
  }
  return pools;
}

std::vector<std::string> interfaces_of(const Pool& pool) {
  std::vector<std::string> names;
  for (const PlacedRail& placed : pool)
    if (!placed.rail.interface.empty() && std::ranges::find(names, placed.rail.interface) == names.end())
      names.push_back(placed.rail.interface);
  return names;
}

/// A policy is of nodes with a label. Names of nodes are labels too, one at a time.
base::Result<Tree> node_selector(const Plan& plan) {
  const job::ClusterProfile& cluster = plan.cluster;
  Members labels;
  for (const auto& [key, value] : cluster.node_selector) labels.emplace_back(key, word(value));
  if (labels.empty() && cluster.node_names.size() == 1)
    labels.emplace_back("kubernetes.io/hostname", word(cluster.node_names[0]));
  if (!labels.empty()) return mapping(std::move(labels));
  return std::unexpected(
      base::Error{.code = base::Code::malformed,
                  .message = "sriov.policies: a SriovNetworkNodePolicy is for nodes with a label, and no label is named",
                  .suggestion = "Add nodeSelector: {KEY: VALUE} of the nodes with these ports: applying the policy drains "
                                "each of them."});
}

base::Result<void> check_pool(const Plan& plan, const Pool& pool, const std::vector<Pool>& pools) {
  for (const PlacedRail& placed : pool)
    if (placed.rail.mtu != pool[0].rail.mtu)
      return std::unexpected(wrong(placed, base::format("mtu: {} takes from the same resource and has another", named(pool[0])),
                                   "Give rails of one resource one mtu: it is that of their ports."));
  const std::vector<std::string> interfaces = interfaces_of(pool);
  if (interfaces.empty() && plan.cluster.sriov.vendor.empty() && plan.cluster.sriov.device.empty())
    return std::unexpected(wrong(pool[0], "a policy has to say which ports virtual functions are made on",
                                 "Add interface: eno5np0 to it, the port's name on the nodes, or vendor and device to sriov."));
  for (const Pool& other : pools)
    for (const PlacedRail& placed : other)
      if (&other != &pool && std::ranges::find(interfaces, placed.rail.interface) != interfaces.end())
        return std::unexpected(
            wrong(placed,
                  base::format("interface: {} takes functions of the same port into another resource, which the operator "
                               "refuses",
                               named(pool[0])),
                  "Give both rails one resource, or each its own port."));
  return {};
}

std::string policy_name(std::string_view resource) {
  std::string name = base::lowered(resource);
  std::ranges::replace(name, '_', '-');
  while (name.starts_with('-')) name.erase(0, 1);
  while (name.ends_with('-')) name.pop_back();
  return name.empty() ? "rails" : name;
}

Tree nic_selector(const Plan& plan, const Pool& pool) {
  Members selector;
  const job::Sriov& sriov = plan.cluster.sriov;
  if (!sriov.vendor.empty()) selector.emplace_back("vendor", word(sriov.vendor));
  if (!sriov.device.empty()) selector.emplace_back("deviceID", word(sriov.device));
  if (auto interfaces = interfaces_of(pool); !interfaces.empty()) selector.emplace_back("pfNames", words(interfaces));
  return mapping(std::move(selector));
}

Object policy(const Plan& plan, const Pool& pool, const Tree& nodes) {
  const job::Rail& rail = pool[0].rail;
  const std::string space = operator_space(plan);
  const std::string name = policy_name(bare_resource(rail));
  Members spec = {{"resourceName", word(std::string(bare_resource(rail)))},
                  {"nodeSelector", nodes},
                  {"priority", number(kPriority)},
                  {"numVfs", number(plan.cluster.sriov.vfs)},
                  {"nicSelector", nic_selector(plan, pool)},
                  {"deviceType", word("netdevice")},
                  {"isRdma", truth(true)},
                  {"linkType", word(is_infiniband(plan.cluster.fabric) ? "ib" : "eth")}};
  if (rail.mtu != 0) spec.emplace_back("mtu", number(rail.mtu));
  return made("SriovNetworkNodePolicy", name, space, NeededBy::admin,
              {{"apiVersion", word(kApiVersion)},
               {"kind", word("SriovNetworkNodePolicy")},
               {"metadata", shared_metadata(plan, name, space)},
               {"spec", mapping(std::move(spec))}});
}

base::Result<std::vector<Object>> policies(const Plan& plan, const std::vector<PlacedRail>& rails) {
  std::vector<Object> objects;
  if (!plan.cluster.sriov.policies || rails.empty()) return objects;
  if (plan.cluster.sriov.vfs == 0)
    return std::unexpected(base::Error{.code = base::Code::malformed,
                                       .message = "sriov.policies: how many virtual functions a port gets is not said",
                                       .suggestion = "Add vfs: 4 to sriov, at least as many as pods share a port."});
  auto nodes = node_selector(plan);
  if (!nodes) return std::unexpected(nodes.error());
  const std::vector<Pool> pools = pools_of(rails);
  objects.reserve(pools.size());
  for (const Pool& pool : pools) {
    if (auto checked = check_pool(plan, pool, pools); !checked) return std::unexpected(checked.error());
    objects.push_back(policy(plan, pool, *nodes));
  }
  return objects;
}

}  // namespace

base::Result<std::vector<Object>> operator_objects(const Plan& plan, const std::vector<PlacedRail>& rails) {
  for (const PlacedRail& placed : rails)
    if (auto checked = check_resource(placed); !checked) return std::unexpected(checked.error());
  auto objects = policies(plan, rails);
  if (!objects) return objects;
  objects->reserve(objects->size() + rails.size());
  for (const PlacedRail& placed : rails) objects->push_back(network(plan, placed.rail));
  return objects;
}

}  // namespace railhead::manifest::render
