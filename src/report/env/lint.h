#pragma once

#include <string>
#include <vector>

#include "check/run.h"
#include "facts/machine.h"
#include "report/style.h"

namespace railhead::report {

/// What `env --lint` found. `time` is RFC 3339, in UTC.
struct EnvLint {
  const facts::Machine& machine;
  std::vector<check::Result> results;
  std::string version;
  std::string time;
};

/// For people: the variables that were judged with where each was set, the findings, and the verdict as the last line.
std::string env_lint_text(const EnvLint& lint, const Style& style);

/// One JSON object as `railhead schema env-lint` describes it, with a final newline.
std::string env_lint_json(const EnvLint& lint);

}  // namespace railhead::report
