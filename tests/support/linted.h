#pragma once

#include <string>
#include <utility>
#include <vector>

#include "check/run.h"

namespace railhead::test {

/// A file of manifests: its name and its text.
using ManifestText = std::pair<std::string, std::string>;

/// What `lint -v` says of manifests that are given together, without what an annotation leaves aside. A text that cannot be
/// read ends the test program.
std::vector<check::Result> linted(const std::vector<ManifestText>& manifests, const std::vector<const check::Check*>& checks);

}  // namespace railhead::test
