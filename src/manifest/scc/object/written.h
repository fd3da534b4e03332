#pragma once

#include <string>

#include "manifest/scc/constraint.h"

namespace railhead::manifest::scc {

/// The manifest of a constraint: constraint_of reads it back as it was.
std::string manifest_of(const Constraint& constraint);

}  // namespace railhead::manifest::scc
