#pragma once

#include <nlohmann/json_fwd.hpp>

#include "manifest/yaml/document.h"

namespace railhead::cli {

/// A value of YAML as kubectl makes JSON of it. Aliases may make a circle: what lies deeper than 16 levels or behind 200,000
/// values is null.
nlohmann::ordered_json json_of(const manifest::Value& value);

}  // namespace railhead::cli
