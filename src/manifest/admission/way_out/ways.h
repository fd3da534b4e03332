#pragma once

#include "manifest/admission/way_out.h"
#include "manifest/admission/way_out/cluster.h"

namespace railhead::manifest::admission {

/// Fills in what the author of the pod can do: the fewest changes after which a constraint that may be used takes it.
void add_changes(WayOut& way, const Refused& refused);

/// An existing constraint that only has to be granted.
void add_grant(WayOut& way, const Refused& refused);

/// The smallest new one.
void add_constraint(WayOut& way, const Refused& refused);

/// The level of Pod Security, and the changes that satisfy the one that counts. `pod` is as Pod Security sees it.
void add_level(WayOut& way, const Subject& subject, const Verdict& verdict, const Pod& pod);

}  // namespace railhead::manifest::admission
