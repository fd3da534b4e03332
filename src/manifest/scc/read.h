#pragma once

#include "base/error.h"
#include "manifest/facts/origin.h"
#include "manifest/scc/world.h"
#include "manifest/yaml/document.h"

namespace railhead::manifest::scc {

/// One SecurityContextConstraints object, as the server would hold it: defaults filled in, allowHostDirVolumePlugin applied to
/// the volumes. The error says what the server would refuse of the object, or what is not of the type that it must be, with
/// file and line.
base::Result<Constraint> constraint_of(const Value& object, const Origin& origin);

/// Adds what an object, or each object of a List, says of admission; other kinds are passed over. Of two objects of one kind,
/// name and namespace the later one counts.
base::Result<void> add_objects(World& world, const Document& document, const Origin& origin);

}  // namespace railhead::manifest::scc
