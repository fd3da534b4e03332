#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "manifest/facts/pod_template.h"
#include "manifest/yaml/document.h"

namespace railhead::manifest {

/// Where the kinds that are known hold their pod templates. What is found elsewhere, or in a kind that is not known, is
/// injected only where the user names the path: a mapping that looks like a pod may be data.
bool is_known_kind(const Value& object);
bool is_known_path(const Value& object, std::string_view path);

/// `pattern` is a path with "*" for any part of one step: "spec.*ReplicaSpecs.*.template", "spec.tasks[].template".
bool matches_path(std::string_view path, std::string_view pattern);

}  // namespace railhead::manifest
