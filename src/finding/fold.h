#pragma once

#include <vector>

#include "finding/check.h"

namespace railhead::check {

/// Findings that say the same of several subjects become one, of "machine", that names them in its message: a host may have a
/// hundred unused ports. Only unknown ones and those of severity info are folded; a warning or an error keeps its own line.
std::vector<Finding> folded(const std::vector<Finding>& findings);

}  // namespace railhead::check
