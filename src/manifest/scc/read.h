#pragma once

#include <string_view>

#include "base/error.h"
#include "manifest/facts/origin.h"
#include "manifest/scc/world.h"
#include "manifest/yaml/document.h"

namespace railhead::manifest::scc {

/// One SecurityContextConstraints object, as the server would hold it: defaults filled in, allowHostDirVolumePlugin applied to
/// the volumes. The error says what the server would refuse of the object, or what is not of the type that it must be, with
/// file and line. Defaults that depend on the version (volumes that are not set) are those of the newest.
base::Result<Constraint> constraint_of(const Value& object, const Origin& origin);

/// Adds what an object, or each object of a List, says of admission; other kinds are passed over. Of two objects of one kind,
/// name and namespace the later one counts. `default_space` is the namespace of objects that name none, as kubectl's -n.
/// Bounded: 65,536 objects in a world, lists of 4,096 entries, lists in lists 8 deep; more is an error.
base::Result<void> add_objects(World& world, const Document& document, const Origin& origin,
                               std::string_view default_space = {});

}  // namespace railhead::manifest::scc
