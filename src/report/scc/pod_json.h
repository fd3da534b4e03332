#pragma once

#include <nlohmann/json_fwd.hpp>

#include "manifest/pod/pod.h"

namespace railhead::report {

/// {"securityContext", "containers": [{"name", "securityContext"}], "initContainers": [...]} as the API writes them: what is
/// not set is not there, and what comes from a namespace that is not known is null.
nlohmann::ordered_json pod_json(const manifest::Pod& pod);

nlohmann::ordered_json security_json(const manifest::PodSecurity& security);
nlohmann::ordered_json security_json(const manifest::ContainerSecurity& security);

}  // namespace railhead::report
