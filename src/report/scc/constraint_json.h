#pragma once

#include <nlohmann/json_fwd.hpp>

#include "manifest/scc/constraint.h"

namespace railhead::report {

/// The SecurityContextConstraints object that a constraint is read from.
nlohmann::ordered_json constraint_json(const manifest::scc::Constraint& constraint);

}  // namespace railhead::report
