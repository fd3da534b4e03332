#pragma once

#include <string>

#include "manifest/psa/psa.h"
#include "manifest/scc/admit.h"

namespace railhead::report {

/// "run_as_user", "capability": the names of fields in JSON.
const char* name(manifest::scc::Field field);
/// "service_account", "user", "none".
const char* name(manifest::scc::AccessBy by);
/// "latest", "v1.28".
std::string version_text(manifest::psa::Version version);

}  // namespace railhead::report
