#pragma once

#include "nccl/variables/variables.h"

namespace railhead::nccl {

/// Adds what is known beyond the releases: a kind that the source does not show by itself, bounds, words, a meaning.
void describe(Variable& variable);

}  // namespace railhead::nccl
