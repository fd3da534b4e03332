#pragma once

#include <optional>
#include <string_view>

#include "manifest/yaml/yaml.h"

namespace railhead::manifest {

/// The first byte that no YAML text may hold (YAML 1.2, 5.1): a control character, or what is not UTF-8. libfyaml is not asked
/// about such a text: it never ends on some (a directive with a byte that is not UTF-8).
std::optional<YamlError> forbidden_byte(std::string_view text);

}  // namespace railhead::manifest
