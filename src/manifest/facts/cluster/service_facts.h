#pragma once

#include <optional>
#include <string>

#include "facts/cluster/service.h"
#include "manifest/facts/origin.h"

namespace railhead::manifest {

/// The Service that an object is, where it is one.
std::optional<facts::Service> service_of(const std::string& kind, const Value& object, const Origin& origin);

}  // namespace railhead::manifest
