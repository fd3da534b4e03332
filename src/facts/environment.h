#pragma once

#include <string>
#include <vector>

#include "facts/known.h"

/// The settings of communication libraries that a process started here would have.
namespace railhead::facts {

/// `source` is "environment", or the file and line of an nccl.conf: "/etc/nccl.conf:3".
struct Variable {
  std::string name;
  std::string value;
  std::string source;
};

/// Only variables of communication libraries, launchers and schedulers (NCCL_*, UCX_*, RANK, SLURM_*, ...) are kept, in order
/// of their names; a variable set in several places is there once for each, the one that counts first.
struct Environment {
  Known<std::vector<Variable>> variables;
};

}  // namespace railhead::facts
