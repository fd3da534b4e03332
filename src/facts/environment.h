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

/// A file that NCCL reads settings from, if it is there or was asked for by NCCL_CONF_FILE.
struct ConfFile {
  std::string path;
  Known<unsigned> settings;  // how many of its lines set a variable that is kept
  /// Lines end in CR LF: before 2.30 NCCL takes the carriage return into the value.
  bool carriage_returns = false;
};

/// Only variables of communication libraries, launchers and schedulers (NCCL_*, UCX_*, RANK, SLURM_*, ...) are kept, in order
/// of their names; a variable set in several places is there once for each, the one that counts first.
struct Environment {
  Known<std::vector<Variable>> variables;
  std::vector<ConfFile> conf_files = {};  // in the order in which NCCL reads them; the first to set a variable wins
};

}  // namespace railhead::facts
