#pragma once

#include <cstddef>
#include <vector>

#include "facts/evidence.h"
#include "facts/machine.h"

/// What the GID table of a RoCE port offers to this network namespace.
///
/// A RoCE port has one GID for each address of its network interface and each RoCE version: with one IPv4 address the usual
/// table is 0 link-local v1, 1 link-local v2, 2 IPv4 v1, 3 IPv4 v2. The table belongs to the adapter, not to the pod: where
/// several network namespaces share an adapter, each sees only its own entries, and the others read as zero or fail. The index
/// of one's own entry then depends on who came before. Only a RoCE v2 entry with a routable address reaches other nodes through
/// a router.
namespace railhead::fabric {

/// Indexes by kind, in rising order.
struct Gids {
  std::vector<const facts::GidEntry*> here;  // readable, and of an interface of this network namespace where that is known
  std::vector<unsigned> v2_ipv4;             // without 169.254.0.0/16
  std::vector<unsigned> v2_autoconf;         // 169.254.0.0/16
  std::vector<unsigned> v2_ipv6;             // without link-local
  std::vector<unsigned> v2_link_local;
  std::vector<unsigned> v1;
  std::vector<unsigned> untyped;  // the version could not be read
};

Gids gids_of(const facts::Machine& machine, const facts::Device& device, const facts::GidTable& table);

/// "GID 3 10.0.0.1 RoCE v2 (net1)" for each entry in `here`, at the entry's place; at most `most`.
std::vector<facts::Evidence> shown(const Gids& gids, std::size_t most = 4);

}  // namespace railhead::fabric
