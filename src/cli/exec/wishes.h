#pragma once

#include <optional>

#include "cli/exec/exec.h"
#include "launch/ladder.h"
#include "sys/file/file_tree.h"

namespace railhead::cli {

/// The command line of exec, understood. `required`: --require memlock=SIZE.
struct ExecWishes {
  launch::Wishes ladder;
  std::optional<memlock::Allowance> required = {};
  bool require_rdma = false;
};

/// `files` has /etc/passwd and /etc/group. Errors (`usage`) name the option.
base::Result<ExecWishes> wishes_of(const ExecOptions& options, const sys::FileTree& files);

}  // namespace railhead::cli
