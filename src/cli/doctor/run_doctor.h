#pragma once

#include <string>

#include "check/run.h"
#include "cli/machine_source.h"
#include "cli/output.h"
#include "probe/machine.h"

namespace railhead::cli {

/// The command line of doctor; sizes are still text, since their errors are ours to say.
struct DoctorOptions {
  OutputOptions output;
  MachineSource source;
  probe::Options probe;
  check::Options check;
  check::Selection selection;
  std::string memlock_need;
  std::string probe_max;
  std::vector<std::string> peers;
  std::string fail_on = "error";
};

Exit run_doctor(const DoctorOptions& options);

}  // namespace railhead::cli
