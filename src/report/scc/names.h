#pragma once

#include "manifest/scc/admit.h"

namespace railhead::report {

/// "run_as_user", "capability": the names of fields in JSON.
const char* name(manifest::scc::Field field);
/// "service_account", "user", "none".
const char* name(manifest::scc::AccessBy by);

}  // namespace railhead::report
