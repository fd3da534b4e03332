#include "manifest/render/cluster/rails.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "facts/net/address_text.h"

namespace railhead::manifest::render {
namespace {

using job::Fabric;
using job::Rail;

bool needs_interface(const Plan& plan, const Rail& rail) {
  switch (plan.cluster.fabric) {
    case Fabric::macvlan_roce:
    case Fabric::ipoib: return true;
    case Fabric::host_device_roce:
    case Fabric::host_device_infiniband: return !gives_device(rail);
    default: return false;
  }
}

const char* what_interface_is_for(Fabric fabric) {
  switch (fabric) {
    case Fabric::macvlan_roce: return "a macvlan interface is made on one of the node, and none is named";
    case Fabric::ipoib: return "an IPoIB interface is made on one of the node, and none is named";
    default: return "the interface that the pod gets is given neither by its name nor by a resource whose units are devices";
  }
}

base::Result<void> check_interface(const Plan& plan, const PlacedRail& placed) {
  const Rail& rail = placed.rail;
  if (rail.interface.empty() && needs_interface(plan, rail))
    return std::unexpected(wrong(placed, what_interface_is_for(plan.cluster.fabric),
                                 base::format("Add interface: {} to it, the interface's name on the nodes (ip -br link).",
                                              is_infiniband(plan.cluster.fabric) ? "ib0" : "eno5np0")));
  if (rail.resource.empty() && is_sriov(plan.cluster.fabric))
    return std::unexpected(wrong(placed, "a network of virtual functions takes them from a resource, and none is named",
                                 "Add resource: PREFIX/NAME to it, as it stands in the node's status.allocatable "
                                 "(kubectl get node NODE -o jsonpath='{.status.allocatable}')."));
  return {};
}

/// Addresses that pods can have; nothing where there are more than anybody counts.
std::optional<std::uint64_t> capacity(const facts::Address& subnet) {
  const unsigned bits = (subnet.ipv4 ? 32U : 128U) - subnet.prefix_length;
  if (bits > 32) return std::nullopt;
  const std::uint64_t all = std::uint64_t{1} << bits;
  return all > 2 ? all - 2 : 0;  // whereabouts gives neither the first nor the last
}

base::Result<void> check_excluded(const PlacedRail& placed, const facts::Address& subnet) {
  for (const std::string& text : placed.rail.exclude) {
    const auto excluded = facts::parse_subnet(text);
    if (excluded && facts::same_subnet(*excluded, subnet)) continue;
    return std::unexpected(wrong(
        placed,
        base::format("exclude: '{}' is no part of the subnet {}", base::one_line(text), base::one_line(placed.rail.subnet)),
        "Write subnets within it with the length of their prefix: 192.0.2.0/29, 192.0.2.9/32."));
  }
  return {};
}

base::Result<void> check_subnet(const Plan& plan, const PlacedRail& placed) {
  const Rail& rail = placed.rail;
  if (rail.subnet.empty()) {
    if (plan.cluster.fabric == Fabric::macvlan_roce)
      return std::unexpected(wrong(placed,
                                   "a macvlan interface without an address has no RoCE GID that others reach, and no subnet "
                                   "says which addresses there are",
                                   "Add subnet: 192.0.2.0/24 to it, the rail's own, with exclude: [...] for what is taken."));
    if (!rail.exclude.empty())
      return std::unexpected(wrong(placed, "exclude: there is no subnet to leave addresses out of", "Add subnet: CIDR to it."));
    return {};
  }
  const auto subnet = facts::parse_subnet(rail.subnet);
  if (!subnet)
    return std::unexpected(wrong(placed, base::format("subnet: '{}' is no subnet", base::one_line(rail.subnet)),
                                 "Write it with the length of its prefix: 192.0.2.0/24."));
  if (const auto most = capacity(*subnet); most && *most < plan.job.nodes)
    return std::unexpected(wrong(
        placed,
        base::format("subnet: {} has {}, and the job has {} with one each", base::one_line(rail.subnet),
                     *most == 1 ? "1 address" : base::format("{} addresses", *most), base::counted(plan.job.nodes, "pod")),
        "Give the rail a wider subnet, or the job fewer nodes."));
  return check_excluded(placed, *subnet);
}

base::Result<void> check_link(const Plan& plan, const PlacedRail& placed) {
  const Fabric fabric = plan.cluster.fabric;
  if (placed.rail.vlan != 0 && fabric != Fabric::sriov_roce)
    return std::unexpected(wrong(placed, "vlan: only virtual functions on Ethernet are put into a VLAN by their network",
                                 fabric == Fabric::macvlan_roce
                                     ? "Leave vlan out, and name the nodes' interface in that VLAN: interface: eno5np0.100."
                                     : "Leave vlan out."));
  const bool partition =
      fabric == Fabric::ipoib || (fabric == Fabric::sriov_infiniband && plan.cluster.networks == job::NetworksBy::attachments);
  if (!placed.rail.pkey.empty() && !partition)
    return std::unexpected(wrong(placed, "pkey: partitions are for ipoib, and for sriov-infiniband with networks: attachments",
                                 "Leave pkey out."));
  return {};
}

/// Two networks of one name cannot be, and in two interfaces of one subnet Linux sends through either.
base::Result<void> check_others(const Plan& plan, const std::vector<PlacedRail>& rails) {
  for (std::size_t i = 0; i < rails.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (rails[i].rail.network == rails[j].rail.network)
        return std::unexpected(wrong(rails[i], base::format("network: {} has that name already", named(rails[j])),
                                     "Give each rail a network of its own, or one that is there: networks: existing."));
      const auto one = facts::parse_subnet(rails[i].rail.subnet);
      const auto other = facts::parse_subnet(rails[j].rail.subnet);
      if (!one || !other || is_infiniband(plan.cluster.fabric) || !facts::same_subnet(*one, *other)) continue;
      return std::unexpected(wrong(rails[i],
                                   base::format("subnet: {} overlaps {} of {}, and RoCE needs each rail in its own",
                                                rails[i].rail.subnet, rails[j].rail.subnet, named(rails[j])),
                                   "Give each rail a subnet of its own: 192.0.2.0/25 and 192.0.2.128/25."));
    }
  return {};
}

base::Result<void> check(const Plan& plan, const PlacedRail& placed) {
  if (placed.rail.network.empty()) return std::unexpected(wrong(placed, "its network has no name", "Add network: NAME to it."));
  for (const auto& step : {check_interface, check_subnet, check_link})
    if (auto checked = step(plan, placed); !checked) return checked;
  return {};
}

}  // namespace

std::string named(const PlacedRail& placed) {
  if (placed.rail.network.empty()) return base::format("rails[{}]", placed.place);
  return base::format("rails[{}] ({})", placed.place, base::one_line(placed.rail.network));
}

base::Error wrong(const PlacedRail& placed, const std::string& what, const std::string& suggestion) {
  return {.code = base::Code::malformed, .message = base::format("{}: {}", named(placed), what), .suggestion = suggestion};
}

bool is_infiniband(Fabric fabric) { return !job::is_roce(fabric); }

bool is_sriov(Fabric fabric) { return fabric == Fabric::sriov_roce || fabric == Fabric::sriov_infiniband; }

bool gives_device(const Rail& rail) { return !rail.resource.empty() && !rail.resource.starts_with("rdma/"); }

base::Result<std::vector<PlacedRail>> rails_to_make(const Plan& plan) {
  std::vector<PlacedRail> rails;
  rails.reserve(plan.cluster.rails.size());
  for (std::size_t i = 0; i < plan.cluster.rails.size(); ++i) {
    const Rail& rail = plan.cluster.rails[i];
    if (!rail.space.empty() && rail.space != plan.space()) continue;
    const PlacedRail placed{.place = i, .rail = rail};
    if (auto checked = check(plan, placed); !checked) return std::unexpected(checked.error());
    rails.push_back(placed);
  }
  if (auto checked = check_others(plan, rails); !checked) return std::unexpected(checked.error());
  return rails;
}

}  // namespace railhead::manifest::render
