#pragma once

#include <vector>

#include "base/error.h"
#include "cli/render/jobs.h"
#include "flow/preflight/preflight.h"
#include "report/preflight/preflight.h"

namespace railhead::cli {

/// A look ahead for jobs that were read, with all that it was made from. Not to be copied: the report refers to `all`.
struct Ahead {
  std::vector<facts::Preflight> all = {};
  std::vector<check::Result> results = {};
  check::Outlook outlook = {};

  report::Preflighted told(const std::string& program) const {
    return {.all = all, .results = results, .outlook = outlook, .program = program, .version = RAILHEAD_VERSION};
  }
};

/// An error where the cluster cannot be asked.
base::Result<Ahead> look_ahead(const kube::Client& client, const std::vector<ReadyJob>& jobs,
                               const std::vector<flow::Item>& items, const check::Selection& selection,
                               const flow::Looking& how);

}  // namespace railhead::cli
