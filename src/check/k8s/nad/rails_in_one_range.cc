#include <algorithm>

#include "facts/cluster/cluster.h"
#include "facts/net/address_text.h"
#include "finding/declared/networks.h"
#include "finding/declared/workloads.h"

namespace railhead::check {
namespace {

constexpr std::size_t kMostRails = 32;  // each is compared with each

/// "198.51.100.0/24" of "198.51.100.10-198.51.100.20/24" too.
std::optional<facts::Address> subnet_in(const std::string& text) {
  return facts::parse_subnet(text.substr(text.find('-') == std::string::npos ? 0 : text.find('-') + 1));
}

/// What two networks have in common: the subnet of one holds that of the other, or both take from one pool.
std::optional<Evidences> shared(const facts::Ipam& one, const facts::Ipam& other) {
  for (const facts::Placed& left : one.subnets)
    for (const facts::Placed& right : other.subnets) {
      const auto first = subnet_in(left.text);
      const auto second = subnet_in(right.text);
      if (first && second && facts::same_subnet(*first, *second))
        return Evidences{{left.text, left.source}, {right.text, right.source}};
    }
  for (const facts::Placed& left : one.pools)
    for (const facts::Placed& right : other.pools)
      if (left.text == right.text) return Evidences{{left.text, left.source}, {right.text, right.source}};
  return std::nullopt;
}

/// A network with what says where its addresses come from; nothing where the texts do not.
struct Rail {
  std::string name;
  const facts::Ipam* ipam = nullptr;
  bool infiniband = false;
};

std::vector<Rail> rails_of(const DeclaredPod& one, const facts::Cluster& cluster) {
  std::vector<Rail> rails;
  for (const Attached& network : attached_networks(one.pod, cluster)) {
    if (network.object == nullptr || rails.size() >= kMostRails) continue;
    for (const facts::CniPlugin& plugin : network.object->network->plugins) {
      if (plugin.ipam.subnets.empty() && plugin.ipam.pools.empty()) continue;
      const bool infiniband = plugin.type.is("ib-sriov") || plugin.type.is("ipoib");
      rails.push_back({base::one_line(network.attachment.name), &plugin.ipam, infiniband});
      break;
    }
  }
  return rails;
}

std::string said(const Rail& one, const Rail& other, const Evidences& both) {
  if (one.ipam == other.ipam)
    return base::format("attaches {} twice: both interfaces are in {}", one.name, base::one_line(both[0].what));
  if (both[0].what == both[1].what)
    return base::format("attaches {} and {}, both in {}", one.name, other.name, base::one_line(both[0].what));
  return base::format("attaches {} in {} and {} in {}, which overlap", one.name, base::one_line(both[0].what), other.name,
                      base::one_line(both[1].what));
}

Evidences named(const Rail& one, const Rail& other, const Evidences& both) {
  return {{base::format("{}: {}", one.name, base::one_line(both[0].what)), both[0].where},
          {base::format("{}: {}", other.name, base::one_line(both[1].what)), both[1].where}};
}

std::optional<Finding> judge(const Input& input, const DeclaredPod& one) {
  const std::vector<Rail> rails = rails_of(one, *input.cluster);
  if (rails.size() < 2 || job_resources(one.pod, *input.cluster).empty()) return std::nullopt;
  std::optional<Finding> first;
  std::size_t more = 0;
  for (std::size_t i = 0; i < rails.size(); ++i)
    for (std::size_t j = i + 1; j < rails.size(); ++j) {
      const auto both = shared(*rails[i].ipam, *rails[j].ipam);
      if (!both) continue;
      if (first && ++more > 0) continue;
      const bool infiniband = rails[i].infiniband && rails[j].infiniband;
      first = violated(infiniband ? Severity::info : Severity::warning, one.subject(), said(rails[i], rails[j], *both),
                       named(rails[i], rails[j], *both));
    }
  if (!first)
    return ok(one.subject(), base::format("{} in subnets of their own", base::counted(rails.size(), "network")),
              {seen(one.pod.network_annotation, "networks: " + base::one_line(one.pod.network_annotation->substr(0, 200)))});
  if (more > 0) first->message += base::format("; {} too", base::counted(more, "further pair"));
  return first;
}

std::vector<Finding> rule(const Input& input) {
  return each_workload(input, [&](const DeclaredPod& one) { return judge(input, one); });
}

}  // namespace

Check k8s_nad_rails_in_one_range() {
  return {.title = "Two networks of a pod are in one subnet",
          .severity = Severity::warning,
          .cause =
              "Linux sends to a subnet through one interface and answers ARP for an address on any of them. With two rails "
              "in one subnet packets of one rail go over the other, which RoCE refuses or which takes half of the rate. "
              "InfiniBand carries data by LID and is not hit, its rdma_cm and sockets are.",
          .fix =
              "\"range\": \"SUBNET\"  # one of its own for each rail, as 192.168.1.0/24, 192.168.2.0/24; a pool for each with "
              "nv-ipam",
          .rule = rule};
}

}  // namespace railhead::check
