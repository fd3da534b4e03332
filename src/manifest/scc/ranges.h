#pragma once

#include <cstdint>
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

/// The first id that OpenShift gives to a namespace (openshift/cluster-policy-controller, uidAllocatorRange
/// 1000000000-1999999999/10000). An admin may write other ranges by hand, which hardly anybody does.
constexpr std::int64_t kFirstAllocated = 1'000'000'000;

/// What the namespace gives where the server sets up these constraints, which are in its order: it does so with all of them
/// before it looks at a pod, whoever may use them (with one alone where the pod requires it by name). The error's message is
/// what the server says behind "is forbidden: ". It names a missing annotation; else each constraint that takes a value which
/// cannot be read, or that cannot be set up at all (MustRunAs without a uid, MustRunAsRange with one end). A value that is
/// empty or cannot be read, and that none of them takes, gives nothing.
base::Result<Ranges> ranges_for(const Namespace& space, const std::vector<const Constraint*>& constraints);

/// Whether the annotations are missing that the server waits for.
bool lacks_annotations(const Namespace& space);

/// The same without constraints: all values must be readable. The error's message names the first that is not.
base::Result<Ranges> ranges_of(const Namespace& space);
Ranges assumed_ranges();

/// "FIRST/SIZE" or "FIRST-LAST" as the server reads it: 32 bits each, blanks before a number and any text behind the second one
/// passed over. The error's message is the server's.
base::Result<IdRange> block_of(std::string_view text);

}  // namespace railhead::manifest::scc
