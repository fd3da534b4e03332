#pragma once

#include <vector>

#include "facts/cluster/object.h"
#include "manifest/facts/origin.h"
#include "manifest/yaml/document.h"

namespace railhead::manifest {

/// The objects of a document: one, those of a List, or what a fragment of one shows. Only objects of which something is known
/// that matters here, or that name their kind; at most 4,096.
std::vector<facts::ClusterObject> objects_of(const Document& document, const Origin& origin);

}  // namespace railhead::manifest
