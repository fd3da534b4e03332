#include "cli/env/lint.h"

#include "check/run.h"
#include "cli/clock.h"
#include "cli/doctor/fail_on.h"
#include "probe/machine.h"
#include "report/env/lint.h"

namespace railhead::cli {
namespace {

/// The checks about variables alone, whatever else doctor has.
check::Selection about_variables() {
  return {.only = {"env", "nccl.ib.disabled-by-env", "nccl.bootstrap.no-interface"}, .skip = {}};
}

base::Error no_environment() {
  return {.code = base::Code::unavailable,
          .message = "the environment of this machine is not known",
          .cause = "it was captured without /proc/self/environ",
          .suggestion = "Run 'railhead env --lint' in the container, or take a snapshot there: 'railhead snapshot FILE'."};
}

base::Result<Exit> judge(const MachineSource& source, const probe::Options& probe, const check::Options& options,
                         const OutputOptions& output, const std::string& fail_on) {
  const base::Result<std::vector<const check::Check*>> checks = check::selected(about_variables());
  if (!checks) return std::unexpected(checks.error());
  const base::Result<OpenedWorld> opened = OpenedWorld::open(source);
  if (!opened) return std::unexpected(opened.error());
  const facts::Machine machine = probe::machine(opened->world(), probe);
  if (!machine.environment.variables) return std::unexpected(no_environment());
  const report::EnvLint lint{
      .machine = machine, .results = check::run(*checks, {machine, options}), .version = RAILHEAD_VERSION, .time = time_text()};
  const std::string text = output.json ? env_lint_json(lint) : env_lint_text(lint, style_of(output));
  if (auto printed = print(text); !printed) return std::unexpected(printed.error());
  return any_fails(lint.results, fail_on) ? Exit::findings : Exit::ok;
}

}  // namespace

Exit lint_environment(const MachineSource& source, probe::Level level, fabric::Mode mode, const OutputOptions& output,
                      const std::string& fail_on) {
  const base::Result<Exit> exit = judge(source, {.level = level}, {.mode = mode}, output, fail_on);
  return exit ? *exit : report_error(exit.error(), output);
}

}  // namespace railhead::cli
