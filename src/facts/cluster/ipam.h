#pragma once

#include <vector>

#include "facts/cluster/placed.h"

namespace railhead::facts {

/// Where the addresses of a network come from: subnets as they are written ("198.51.100.0/24", with the first and last address
/// before it where the plugin takes such a range), and names of pools that something else defines.
struct Ipam {
  std::vector<Placed> subnets = {};
  std::vector<Placed> pools = {};
};

}  // namespace railhead::facts
