#pragma once

#include "facts/cluster/workload.h"
#include "manifest/facts/origin.h"
#include "manifest/facts/pod_template.h"

namespace railhead::manifest {

/// How the object around a template makes pods of it.
facts::Workload workload_of(const FoundTemplate& found, const Origin& origin);

/// How many pods the object makes of the template, all groups and jobs of it together, where it says so.
facts::Known<std::uint64_t> replicas_of(const FoundTemplate& found, const Origin& origin);

/// The labels of a mapping whose values are texts.
std::vector<facts::Label> labels_of(const Value& mapping, const Origin& origin);

}  // namespace railhead::manifest
