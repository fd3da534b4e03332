#include "flow/discover/candidates.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "flow/discover/parts.h"
#include "manifest/job/fields/texts.h"
#include "manifest/job/rules/subnets.h"

namespace railhead::flow {
namespace {

using facts::DevicePool;
using manifest::job::Fabric;

/// Why a network is no rail.
using Refusal = std::optional<std::string>;

struct Pools {
  std::vector<DevicePool> sriov;
  bool whole = true;  // all that define such pools could be read
};

std::string_view bare(std::string_view resource) { return resource.substr(resource.rfind('/') + 1); }

Pools pools_of(const facts::Survey& survey) {
  Pools pools{.sriov = {}, .whole = survey.policies.has()};
  for (const auto* list : {&survey.policies, &survey.plugin_configs}) {
    if (!*list) continue;
    for (const facts::SurveyedObject& object : **list)
      if (object.read) std::ranges::copy(object.read->pools, std::back_inserter(pools.sriov));
  }
  return pools;
}

class Judge {
 public:
  explicit Judge(const facts::Survey& survey) : survey_(survey), pools_(pools_of(survey)) {}

  /// Nothing for a network of a kind that has no RDMA, or a reason in `refusal`.
  std::optional<Candidate> candidate(const facts::SurveyedObject& object, Refusal& refusal) const {
    if (!object.read || !object.read->network) return std::nullopt;
    const facts::NetworkDefinition& network = *object.read->network;
    const facts::CniPlugin* plugin = main_plugin(network);
    if (!plugin) return std::nullopt;
    Candidate one;
    one.rail = rail_of(object, network, *plugin);
    one.isolated = std::ranges::any_of(network.plugins, [](const auto& each) { return each.type.is("rdma"); });
    one.evidence = base::format("{}: CNI type {}", object.source, *plugin->type);
    refusal = settle(*plugin->type, one);
    if (!refusal) refusal = unusable(one);
    return refusal ? std::nullopt : std::optional(std::move(one));
  }

 private:
  static const facts::CniPlugin* main_plugin(const facts::NetworkDefinition& network) {
    static constexpr std::string_view kTypes[] = {"sriov", "ib-sriov", "host-device", "macvlan", "ipoib"};
    for (const facts::CniPlugin& plugin : network.plugins)
      if (plugin.type && std::ranges::find(kTypes, *plugin.type) != std::end(kTypes)) return &plugin;
    return nullptr;
  }

  static manifest::job::Rail rail_of(const facts::SurveyedObject& object, const facts::NetworkDefinition& network,
                                     const facts::CniPlugin& plugin) {
    manifest::job::Rail rail;
    rail.network = object.name;
    rail.space = object.space;
    rail.resource = network.resource.value_or("");
    for (const facts::Placed& subnet : plugin.ipam.subnets)
      if (rail.subnet.empty() && manifest::job::subnet_of(subnet.text)) rail.subnet = subnet.text;
    if (plugin.master && manifest::job::is_interface(*plugin.master)) rail.interface = *plugin.master;
    return rail;
  }

  const DevicePool* pool(const std::string& resource) const {
    for (const DevicePool& one : pools_.sriov)
      if (bare(one.resource) == bare(resource)) return &one;
    return nullptr;
  }

  Refusal settle(const std::string& type, Candidate& one) const {
    if (type == "macvlan" || type == "ipoib") return settle_shared(type, one);
    if (one.rail.resource.empty()) return "it names no resource (annotation k8s.v1.cni.cncf.io/resourceName)";
    return type == "host-device" ? settle_host_device(one) : settle_sriov(type, one);
  }

  Refusal settle_sriov(const std::string& type, Candidate& one) const {
    const bool infiniband = type == "ib-sriov";
    one.fabric = infiniband ? Fabric::sriov_infiniband : Fabric::sriov_roce;
    const DevicePool* found = pool(one.rail.resource);
    if (!found) {
      one.doubt = pools_.whole ? "no policy or configuration that was read defines its resource, so that isRdma is not known"
                               : "the policy of its resource may not be read, so that isRdma is not known";
      return std::nullopt;
    }
    one.evidence += base::format(", {}", found->source);
    if (found->link_type && found->link_type.is("infiniband") != infiniband)
      return base::format("CNI type {} does not go with the linkType {} of its policy [{}]", type, *found->link_type,
                          found->link_type.source());
    if (found->rdma.is(true)) return std::nullopt;
    return base::format("isRdma is not true in the policy of {}: its devices have no RDMA [{}]", one.rail.resource,
                        found->source);
  }

  Refusal settle_host_device(Candidate& one) const {
    const DevicePool* found = pool(one.rail.resource);
    if (found && found->link_type) {
      one.fabric = found->link_type.is("infiniband") ? Fabric::host_device_infiniband : Fabric::host_device_roce;
      one.evidence += base::format(", linkType {} [{}]", *found->link_type, found->link_type.source());
    }
    if (found && found->rdma.is(false)) return base::format("isRdma is false [{}]", found->rdma.source());
    return std::nullopt;
  }

  /// The shared resource that goes with a master interface: the one that names it, else the only one there is.
  Refusal settle_shared(const std::string& type, Candidate& one) const {
    one.fabric = type == "ipoib" ? Fabric::ipoib : Fabric::macvlan_roce;
    const std::string link = type == "ipoib" ? "infiniband" : "ethernet";
    std::vector<const facts::SharedPool*> those;
    for (const facts::SharedPool& pool : survey_.shared_pools) {
      if (!pool.link.empty() && pool.link != link) continue;
      const bool names =
          !one.rail.interface.empty() && std::ranges::find(pool.interfaces, one.rail.interface) != pool.interfaces.end();
      if (names) {
        those = {&pool};
        break;
      }
      those.push_back(&pool);
    }
    if (those.empty()) return "no resource of the RDMA shared device plugin that could be read goes with it";
    if (those.size() > 1) return "several resources of the RDMA shared device plugin could go with it";
    one.rail.resource = those.front()->resource;
    one.evidence +=
        base::format(" on {}, {}", one.rail.interface.empty() ? "its master" : one.rail.interface, those.front()->source);
    return std::nullopt;
  }

  Refusal unusable(const Candidate& one) const {
    if (!manifest::job::is_label(one.rail.network)) return "its name has characters that a rail's may not have";
    if (!manifest::job::is_resource(one.rail.resource))
      return base::format("{} is no name of an extended resource", one.rail.resource);
    if (survey_.nodes && nodes_with(survey_, one.rail.resource).empty())
      return base::format("no node has {} to give [{}]", one.rail.resource, survey_.nodes.source());
    return std::nullopt;
  }

  const facts::Survey& survey_;
  Pools pools_;
};

}  // namespace

Candidates candidates(const facts::Survey& survey) {
  Candidates found;
  if (!survey.networks) return found;
  const Judge judge(survey);
  for (const facts::SurveyedObject& object : *survey.networks) {
    Refusal refusal;
    if (auto one = judge.candidate(object, refusal)) found.all.push_back(*std::move(one));
    if (refusal) found.refused.push_back(base::format("{}/{}: {}", object.space, object.name, *refusal));
  }
  std::ranges::sort(found.all, [](const Candidate& one, const Candidate& other) {
    return base::natural_less(one.rail.network, other.rail.network);
  });
  return found;
}

}  // namespace railhead::flow
