#include "finding/declared/links.h"

namespace railhead::check {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "ib0", "ibs10", "ibp3s0f0": the prefix, and then a number or the letter of a naming scheme (slot, PCI path, on board).
bool is_named(const std::string& name, std::string_view prefix) {
  if (!name.starts_with(prefix) || name.size() == prefix.size()) return false;
  const char next = name[prefix.size()];
  if (is_digit(next)) return true;
  return (next == 's' || next == 'p' || next == 'o' || next == 'P') && name.size() > prefix.size() + 1 &&
         is_digit(name[prefix.size() + 1]);
}

}  // namespace

LinkOfMaster link_of_master(const std::string& master, const facts::Cluster& cluster) {
  for (const facts::ClusterObject& object : cluster.objects)
    for (const facts::DevicePool& pool : object.pools)
      for (const facts::Placed& interface : pool.interfaces)
        if (interface.text == master && pool.link_type)
          return {*pool.link_type, true,
                  seen(pool.link_type, base::format("{} is of a pool with linkType {}", base::one_line(master),
                                                    base::one_line(*pool.link_type)))};
  const Evidence by_name = {base::one_line("the name " + master), "systemd.net-naming-scheme(7)"};
  if (is_named(master, "ib")) return {"infiniband", false, by_name};
  if (is_named(master, "en") || is_named(master, "eth")) return {"ethernet", false, by_name};
  return {};
}

}  // namespace railhead::check
