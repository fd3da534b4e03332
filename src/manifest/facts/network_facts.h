#pragma once

#include <optional>
#include <vector>

#include "facts/cluster/object.h"
#include "manifest/facts/origin.h"

namespace railhead::manifest {

/// The network that an object defines, where its kind is one that does.
std::optional<facts::NetworkDefinition> network_of(const std::string& kind, const Value& object, const Origin& origin);

/// The pools of virtual functions that an object or a configuration of the SR-IOV device plugin defines.
std::vector<facts::DevicePool> pools_of(const std::string& kind, const Value& object, const Origin& origin);

}  // namespace railhead::manifest
