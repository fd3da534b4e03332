#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "manifest/inject/report.h"
#include "manifest/inject/wishes.h"
#include "manifest/yaml/unusable.h"

namespace railhead::manifest {

/// A document of a stream after it was injected, and what was done in it. `picked`: names of the containers that were.
struct Injected {
  std::string text;
  bool changed = false;
  std::vector<InjectReport> reports = {};
  std::vector<std::string> picked = {};
};

/// Adds to the text of one document what is missing in its objects. An error where it is not YAML, is a template, or where an
/// edit is not possible; errors name the file, lines in them and in reports count from its start.
base::Result<Injected> inject(std::string_view text, const Wishes& wishes, const DocumentPlace& place = {});

}  // namespace railhead::manifest
