#pragma once

#include <string>
#include <vector>

#include "report/scc/scc.h"

namespace railhead::report {

/// What an admitted pod's users and capabilities mean for pinning memory, one sentence for each group of containers;
/// behind a newline the command that says more.
std::vector<std::string> consequences(const AskedPod& asked);

}  // namespace railhead::report
