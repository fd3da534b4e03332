#pragma once

#include <vector>

#include "facts/cluster/object.h"
#include "manifest/facts/origin.h"
#include "manifest/yaml/document.h"

namespace railhead::manifest {

/// The entries of `limits` or of `requests` as they are written.
std::vector<facts::WrittenAmount> amounts_of(const Value& amounts, const Origin& origin);

/// The annotations that speak of limits of processes: of CRI-O, of plugins for NRI, of this program.
std::vector<facts::Annotation> limit_annotations_of(const Value& annotations, const Origin& origin);

/// What securityContext.ulimits says of memlock (KEP-5758): a list of names with a soft and a hard value.
facts::Known<std::string> native_memlock(const Value& ulimits, const Origin& origin);

}  // namespace railhead::manifest
