#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "manifest/scc/world.h"

namespace railhead::manifest::scc {

/// What a namespace gives its pods (annotations openshift.io/sa.scc.*). `groups` are all blocks. `assumed`: the namespace is
/// not among the objects; the values then are ones that no pod asks for, and what depends on them is not known.
struct Ranges {
  IdRange uids = {};
  std::vector<IdRange> groups = {};
  std::string mcs = {};
  bool assumed = false;
};

/// The error's message is what the server says of such a namespace.
base::Result<Ranges> ranges_of(const Namespace& space);
Ranges assumed_ranges();

}  // namespace railhead::manifest::scc
