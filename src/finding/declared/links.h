#pragma once

#include <string>

#include "facts/cluster/cluster.h"
#include "finding/declared/objects.h"

namespace railhead::check {

/// The link layer of an interface of the node: "infiniband", "ethernet", or "" where nothing tells. `told`: a policy for that
/// interface says so; else its name does.
struct LinkOfMaster {
  std::string type;
  bool told = false;
  Evidence why;
};

/// Names that begin with "ib" are those of InfiniBand interfaces, with "en" and "eth" of Ethernet
/// (systemd.net-naming-scheme(7), and the kernel's own).
LinkOfMaster link_of_master(const std::string& master, const facts::Cluster& cluster);

}  // namespace railhead::check
