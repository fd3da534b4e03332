#pragma once

#include <string>

#include "base/error.h"
#include "manifest/facts/origin.h"
#include "manifest/pod/pod.h"
#include "manifest/yaml/document.h"

namespace railhead::manifest {

/// A pod of its metadata and spec (either may be none). Types are those of the API: "1000" in quotes is no number, yes is a
/// boolean as for kubectl. The error names file, line, field and what was expected there. Lists are bounded at 4,096 entries.
base::Result<Pod> read_pod(const Value& metadata, const Value& spec, const Origin& origin);

}  // namespace railhead::manifest
