#include "manifest/render/cluster/cni.h"

#include <cstdint>
#include <utility>

#include "base/format.h"
#include "base/text.h"

namespace railhead::manifest::render {
namespace {

using job::Fabric;

/// The first version with chains. Every plugin here speaks it in every release that is in use, the documentation of each has
/// it, and the later versions bring nothing that a rail needs: 0.4.0 the verb CHECK, which Multus does not pass on, and 1.0.0
/// addresses without a version.
constexpr const char* kCniVersion = "0.3.1";

/// The partition is that of the master (ipoib-cni, CreateIpoibLink): a child of the interface, which the kernel calls
/// "ib0.8001" (ipoib_vlan_add) after the key with the bit for full membership.
base::Result<std::string> ipoib_master(const PlacedRail& placed) {
  const job::Rail& rail = placed.rail;
  if (rail.pkey.empty()) return rail.interface;
  const auto key = base::unsigned_number(rail.pkey, 16);
  if (!key || *key == 0 || *key > 0xffff || !rail.pkey.starts_with("0x"))
    return std::unexpected(wrong(placed, base::format("pkey: '{}' is no partition key", base::one_line(rail.pkey)),
                                 "Write it in hexadecimal: pkey: \"0x8001\"."));
  std::string child = base::format(".{:04x}", *key | 0x8000U);
  if (rail.interface.ends_with(child)) return rail.interface;
  if (rail.interface.find('.') != std::string::npos)
    return std::unexpected(wrong(placed,
                                 base::format("interface: {} is in another partition than pkey: {}",
                                              base::one_line(rail.interface), base::one_line(rail.pkey)),
                                 "Leave pkey out: the interface decides."));
  return rail.interface + child;
}

Members sriov(const job::Rail& rail) {
  Members plugin = {{"type", word("sriov")}};
  if (rail.vlan != 0) plugin.emplace_back("vlan", number(rail.vlan));
  return plugin;
}

/// The port of a virtual function is down until its link state says otherwise, unless a subnet manager with virtualization
/// brings it up. rdmaIsolation is the plugin's own part of rdma-cni, which must not come behind it then.
Members ib_sriov(const Plan& plan, const job::Rail& rail) {
  Members plugin = {{"type", word("ib-sriov")}, {"link_state", word("enable")}};
  if (!rail.pkey.empty()) plugin.emplace_back("pkey", word(rail.pkey));
  if (plan.cluster.rdma_isolation) plugin.emplace_back("rdmaIsolation", truth(true));
  return plugin;
}

/// With a resource Multus adds pciBusID, the address of the device that the pod got, and "device" would win over it.
Members host_device(const job::Rail& rail) {
  Members plugin = {{"type", word("host-device")}};
  if (!gives_device(rail)) plugin.emplace_back("device", word(rail.interface));
  return plugin;
}

/// An MTU above that of the master is refused by the kernel; without one the master's counts.
Members macvlan(const job::Rail& rail) {
  Members plugin = {{"type", word("macvlan")}, {"master", word(rail.interface)}, {"mode", word("bridge")}};
  if (rail.mtu != 0) plugin.emplace_back("mtu", number(rail.mtu));
  return plugin;
}

base::Result<Members> first_plugin(const Plan& plan, const PlacedRail& placed) {
  switch (plan.cluster.fabric) {
    case Fabric::sriov_roce: return sriov(placed.rail);
    case Fabric::sriov_infiniband: return ib_sriov(plan, placed.rail);
    case Fabric::macvlan_roce: return macvlan(placed.rail);
    case Fabric::host_device_roce:
    case Fabric::host_device_infiniband: return host_device(placed.rail);
    case Fabric::ipoib: {
      auto master = ipoib_master(placed);
      if (!master) return std::unexpected(master.error());
      return Members{{"type", word("ipoib")}, {"master", word(*std::move(master))}};
    }
    case Fabric::shared_infiniband: break;
  }
  return std::unexpected(wrong(placed, "a shared InfiniBand device brings no interface into the pod, so there is no network",
                               "Leave network out of it, or take fabric: ipoib."));
}

}  // namespace

Tree whereabouts(const job::Rail& rail) {
  if (rail.subnet.empty()) return mapping({});
  Members ipam = {{"type", word("whereabouts")}, {"range", word(rail.subnet)}};
  if (!rail.exclude.empty()) ipam.emplace_back("exclude", words(rail.exclude));
  return mapping(std::move(ipam));
}

std::vector<Tree> chained(const Plan& plan, std::uint32_t mtu) {
  std::vector<Tree> plugins;
  if (mtu != 0) plugins.push_back(mapping({{"type", word("tuning")}, {"mtu", number(mtu)}}));
  const bool own = plan.cluster.fabric == Fabric::sriov_infiniband && plan.cluster.networks == job::NetworksBy::attachments;
  if (plan.cluster.rdma_isolation && !own) plugins.push_back(mapping({{"type", word("rdma")}}));
  return plugins;
}

base::Result<Tree> network_config(const Plan& plan, const PlacedRail& placed) {
  base::Result<Members> first = first_plugin(plan, placed);
  if (!first) return std::unexpected(first.error());
  // ipoib-cni wants the member, empty where there are no addresses; for the others nothing and an empty one are the same.
  if (!placed.rail.subnet.empty() || plan.cluster.fabric == Fabric::ipoib)
    first->emplace_back("ipam", whereabouts(placed.rail));
  Members config = {{"cniVersion", word(kCniVersion)}, {"name", word(placed.rail.network)}};
  std::vector<Tree> plugins = chained(plan, plan.cluster.fabric == Fabric::macvlan_roce ? 0 : placed.rail.mtu);
  if (plugins.empty()) {
    config.insert(config.end(), first->begin(), first->end());
  } else {
    plugins.insert(plugins.begin(), mapping(*std::move(first)));
    config.emplace_back("plugins", sequence(std::move(plugins)));
  }
  return mapping(std::move(config));
}

}  // namespace railhead::manifest::render
