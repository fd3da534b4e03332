#pragma once

#include <string_view>

#include "manifest/yaml/document.h"

namespace railhead::manifest::job {

/// The value of a path like spec.rails[0].network, or the nearest that it would be in.
Value nearest_at(const Value& root, std::string_view path);

}  // namespace railhead::manifest::job
