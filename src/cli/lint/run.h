#pragma once

#include <string>
#include <vector>

#include "check/run.h"
#include "cli/output.h"

namespace railhead::cli {

enum class LintFormat { text, json, sarif, junit };

struct LintOptions {
  OutputOptions output;
  LintFormat format = LintFormat::text;
  std::vector<std::string> operands = {};
  check::Selection selection = {};
  std::string fail_on = "error";
  bool table = false;
  bool verbose = false;
};

/// 2 where a document cannot be read, whatever else is found: what was not read was not judged. Else 1 for findings at or above
/// --fail-on, else 0.
base::Result<Exit> run_lint(const LintOptions& options);

}  // namespace railhead::cli
