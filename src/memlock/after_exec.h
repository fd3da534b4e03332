#pragma once

#include "facts/host/process.h"

namespace railhead::memlock {

/// The process as it will be once it has executed a plain file: no set-id bits, no file capabilities. Facts that are missing
/// stay so. Source: capabilities(7), "Transformation of capabilities during execve()"; security/commoncap.c,
/// cap_bprm_creds_from_file().
facts::Process after_exec(const facts::Process& process);

}  // namespace railhead::memlock
