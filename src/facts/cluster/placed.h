#pragma once

#include <string>

namespace railhead::facts {

/// A word of a manifest and its place, "FILE:LINE".
struct Placed {
  std::string text;
  std::string source;
};

}  // namespace railhead::facts
