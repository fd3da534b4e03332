#pragma once

#include <cstddef>
#include <vector>

#include "check/run.h"

namespace railhead::report {

struct Summary {
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t infos = 0;
  std::size_t unknown = 0;
  std::size_t skipped = 0;
  std::size_t ok = 0;
};

Summary summary_of(const std::vector<check::Result>& results);

}  // namespace railhead::report
