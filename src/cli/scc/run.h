#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/output.h"
#include "manifest/admission/judge.h"

namespace railhead::cli {

struct SccCheckOptions {
  OutputOptions output;
  std::vector<std::string> operands = {};
  std::vector<std::string> objects = {};  // --objects
  std::string space = {};
  std::string user = {};
  std::vector<std::string> groups = {};
  std::string level = {};
  std::string openshift_version = {};
  std::string kube_version = {};
  std::string batch = {};
  bool suggest = false;
  bool verbose = false;
};

/// `scc check`: exit 1 where a pod is refused, else 3 where of one it is not known.
base::Result<Exit> run_scc_check(const SccCheckOptions& options);

/// `scc check --batch DIR`.
base::Result<Exit> run_scc_batch(const SccCheckOptions& options);

/// What the options say of how it is asked; `has_constraints`: SCCs were given.
base::Result<manifest::admission::Question> question_of(const SccCheckOptions& options, bool has_constraints);

}  // namespace railhead::cli
