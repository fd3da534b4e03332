#pragma once

#include <string>
#include <vector>

#include "facts/cluster/cluster.h"
#include "finding/finding.h"

/// What an SCC refuses of a pod that a manifest declares, in words.
namespace railhead::check {

/// "capability IPC_LOCK of container trainer": each thing once, with all containers that ask for it.
std::vector<std::string> in_words(const std::vector<facts::SccRefusal>& refusals);

/// Where the pod asks for it, each place once.
Evidences evidence_of(const std::vector<facts::SccRefusal>& refusals);

}  // namespace railhead::check
