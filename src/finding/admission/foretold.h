#pragma once

#include <string>
#include <vector>

#include "facts/cluster/cluster.h"
#include "finding/cluster/denials.h"
#include "finding/finding.h"

/// Findings about what SCC admission will say of the pods that manifests declare.
namespace railhead::check {

/// Of every pod that an SCC of the manifests refuses: what of `grant` it refuses, and what in the SCC or in the pod mends it.
/// ok where an SCC of the manifests lets the pod have what it asks for.
std::vector<Finding> foretold_denials(const Input& input, Grant grant);

/// "service account team-a/trainer", without a namespace that is not known.
std::string account_of(const facts::SccAnswer& answer);

/// "SCC rdma", and how the pod may use it, at the place of the SCC.
Evidence constraint_evidence(const facts::SccAnswer& answer);

}  // namespace railhead::check
