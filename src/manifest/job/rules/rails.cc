
#include "base/format.h"
#include "manifest/job/check/problems.h"
#include "manifest/job/rules/rules.h"
#include "manifest/job/rules/subnets.h"

namespace railhead::manifest::job {
namespace {

/// A rail with its path, for the rules.
struct Place {
  const ClusterProfile& cluster;
  const Rail& rail;
  std::string path;
  std::string fabric;
  std::string networks;

  std::string of(std::string_view key) const { return joined_path(path, key); }
};

std::string only_with(const Place& at, std::string_view fabrics) {
  return base::format("expected only with fabric {}, not {}", fabrics, word_of(at.cluster.fabric));
}

void judge_name(const Place& at, const Say& say) {
  const bool named = !at.rail.network.empty();
  if (has_attachments(at.cluster.fabric)) {
    if (!named)
      say(at.of("network"), at.fabric,
          base::format("missing; fabric {} brings interfaces into the pods by networks", word_of(at.cluster.fabric)), "");
  } else if (named) {
    say(at.of("network"), at.fabric, "shared-infiniband brings no interfaces into the pods", "take the line out");
  }
}

/// What a definition cannot be written without.
void judge_made(const Place& at, const Say& say) {
  if (at.cluster.networks == NetworksBy::existing || !has_attachments(at.cluster.fabric)) return;
  const Fabric fabric = at.cluster.fabric;
  if (at.rail.subnet.empty() && (is_roce(fabric) || fabric == Fabric::ipoib))
    say(at.of("subnet"), at.networks, "missing; the pods' interfaces of this network get their addresses from it", "");
  if (at.rail.interface.empty() && (fabric == Fabric::macvlan_roce || fabric == Fabric::ipoib))
    say(at.of("interface"), at.networks,
        base::format("missing; a {} network needs its master on the nodes", fabric == Fabric::ipoib ? "ipoib" : "macvlan"), "");
}

void judge_link(const Place& at, const Say& say) {
  if (at.rail.vlan != 0 && at.cluster.fabric != Fabric::sriov_roce) {
    const bool macvlan = at.cluster.fabric == Fabric::macvlan_roce;
    say(at.of("vlan"), at.fabric, only_with(at, "sriov-roce"),
        !is_roce(at.cluster.fabric) ? "InfiniBand has partitions: pkey"
        : macvlan                   ? "name the VLAN's own interface, as in interface: eth1.100"
                                    : "");
  }
  if (!at.rail.pkey.empty() && at.cluster.fabric != Fabric::ipoib) say(at.of("pkey"), at.fabric, only_with(at, "ipoib"), "");
}

void judge_excluded(const Place& at, const Say& say) {
  const auto subnet = subnet_of(at.rail.subnet);
  if (!at.rail.exclude.empty() && at.rail.subnet.empty())
    say(at.of("exclude"), at.of("subnet"), "expected only beside subnet", "");
  for (const std::string& part : at.rail.exclude) {
    const auto excluded = subnet_of(part);
    if (subnet && excluded && !holds(*subnet, *excluded))
      say(at.of("exclude"), at.of("subnet"), base::format("{} is no part of {}", part, at.rail.subnet), "");
  }
}

void judge_pair(const ClusterProfile& cluster, std::size_t first, std::size_t second, const std::string& rails,
                const Say& say) {
  const Rail& one = cluster.rails[first];
  const Rail& other = cluster.rails[second];
  const std::string before = joined_path(rails, first);
  const std::string path = joined_path(rails, second);
  if (!one.network.empty() && one.network == other.network && one.space == other.space)
    say(joined_path(path, "network"), joined_path(before, "network"),
        base::format("\"{}\" is that of {} already", one.network, before), "each rail has its own network");
  const auto subnet = subnet_of(one.subnet);
  const auto second_subnet = subnet_of(other.subnet);
  if (subnet && second_subnet && overlap(*subnet, *second_subnet))
    say(joined_path(path, "subnet"), joined_path(before, "subnet"),
        base::format("{} overlaps with {} of {}: what is sent to one rail would leave by the other", other.subnet, one.subnet,
                     before),
        "give each rail a subnet of its own");
}

}  // namespace

void judge_rails(const ClusterProfile& cluster, const std::string& spec, const Say& say) {
  const std::string rails = joined_path(spec, "rails");
  for (std::size_t i = 0; i < cluster.rails.size(); ++i) {
    const Place at{cluster, cluster.rails[i], joined_path(rails, i), joined_path(spec, "fabric"),
                   joined_path(spec, "networks")};
    judge_name(at, say);
    judge_made(at, say);
    judge_link(at, say);
    judge_excluded(at, say);
    // At most 64 rails.
    for (std::size_t before = 0; before < i; ++before) judge_pair(cluster, before, i, rails, say);
  }
}

}  // namespace railhead::manifest::job
