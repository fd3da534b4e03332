#include "manifest/facts/cluster/ipam_facts.h"

#include "base/text.h"

// Fields as of the README of whereabouts (range, ipRanges), the documentation of the CNI plugins (host-local: subnet, ranges;
// static: addresses), nvidia-k8s-ipam (poolName, poolType) and spiderpool (default_ipv4_ippool).
namespace railhead::manifest {
namespace {

constexpr std::size_t kMostEntries = 16;  // of a network; each is compared with each of another

void add(const Value& value, const Origin& origin, std::vector<facts::Placed>& list) {
  if (value.text() && list.size() < kMostEntries)
    list.push_back({base::one_line(value.text()->substr(0, 128)), origin.place(value)});
}

/// "pool1,pool2" of one for each family. A pool of one type is not that of the other's name.
void add_pools(const Value& ipam, const Origin& origin, std::vector<facts::Placed>& pools) {
  const std::string names = ipam["poolName"].text().value_or("").substr(0, 512);
  const std::string type = base::lowered(ipam["poolType"].text().value_or("ippool").substr(0, 32));
  for (const std::string_view name : base::split(names, ','))
    if (!base::trimmed(name).empty())
      pools.push_back({(type == "cidrpool" ? "CIDRPool " : "IPPool ") + base::one_line(base::trimmed(name)),
                       origin.place(ipam["poolName"])});
}

}  // namespace

facts::Ipam ipam_of(const Value& ipam, const Origin& origin) {
  facts::Ipam found;
  add(ipam["range"], origin, found.subnets);
  add(ipam["subnet"], origin, found.subnets);
  for (const Value& entry : ipam["ipRanges"].items()) add(entry["range"], origin, found.subnets);
  for (const Value& set : ipam["ranges"].items())
    for (const Value& entry : set.items()) add(entry["subnet"], origin, found.subnets);
  for (const Value& entry : ipam["addresses"].items()) add(entry["address"], origin, found.subnets);
  add_pools(ipam, origin, found.pools);
  for (const char* key : {"default_ipv4_ippool", "default_ipv6_ippool"})
    for (const Value& name : ipam[key].items()) add(name, origin, found.pools);
  return found;
}

}  // namespace railhead::manifest
