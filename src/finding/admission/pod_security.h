#pragma once

#include <vector>

#include "facts/cluster/cluster.h"
#include "finding/finding.h"

/// Findings about what Pod Security will say of the pods that manifests declare.
namespace railhead::check {

/// Of every pod whose Namespace is among the manifests and enforces a level: what refuses it, or that it is let through.
std::vector<Finding> foretold_pod_security(const Input& input);

}  // namespace railhead::check
