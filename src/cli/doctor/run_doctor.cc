#include "cli/doctor/run_doctor.h"

#include "base/text.h"
#include "check/conclusion.h"
#include "cli/clock.h"
#include "cli/doctor/fail_on.h"
#include "facts/net/address_text.h"
#include "memlock/model.h"
#include "report/doctor/doctor.h"

namespace railhead::cli {
namespace {

/// Puts a size of the command line where it belongs; empty text leaves the default.
template <class Target>
base::Result<void> take_size(const std::string& text, Target& target) {
  if (text.empty()) return {};
  const base::Result<base::Bytes> size = base::parse_size(text);
  if (!size) return std::unexpected(size.error());
  target = *size;
  return {};
}

base::Result<void> take_peers(const std::vector<std::string>& texts, check::Options& options) {
  for (const std::string& text : texts) {
    const std::optional<facts::Address> peer = facts::parse_host_address(text);
    if (!peer)
      return std::unexpected(base::Error{.code = base::Code::usage,
                                         .message = "'" + base::printable(text.substr(0, 80)) + "' is not an address",
                                         .suggestion = "Give a number, not a name: --peer 10.0.0.2 or --peer fd00::2."});
    options.peers.push_back(*peer);
  }
  return {};
}

Exit exit_of(const report::Doctor& doctor, const std::string& fail_on) {
  if (any_fails(doctor.results, fail_on)) return Exit::findings;
  return doctor.conclusion.transport == check::Transport::unknown ? Exit::undetermined : Exit::ok;
}

base::Result<Exit> examine(DoctorOptions options) {
  if (auto taken = take_size(options.memlock_need, options.check.memlock_need); !taken) return std::unexpected(taken.error());
  if (auto taken = take_size(options.probe_max, options.probe.pin_bound); !taken) return std::unexpected(taken.error());
  if (auto taken = take_peers(options.peers, options.check); !taken) return std::unexpected(taken.error());
  const base::Result<std::vector<const check::Check*>> checks = check::selected(options.selection);
  if (!checks) return std::unexpected(checks.error());
  const base::Result<OpenedWorld> opened = OpenedWorld::open(options.source);
  if (!opened) return std::unexpected(opened.error());

  const facts::Machine machine = probe::machine(opened->world(), options.probe);
  const check::Input input{machine, options.check};
  std::vector<check::Result> results = check::run(*checks, input);
  check::Conclusion conclusion = check::conclude(input, results);
  const report::Doctor doctor{.machine = machine,
                              .memlock = memlock::model(machine.process, machine.memory),
                              .results = std::move(results),
                              .conclusion = std::move(conclusion),
                              .version = RAILHEAD_VERSION,
                              .time = time_text()};
  const std::string text = options.output.json ? doctor_json(doctor) : doctor_text(doctor, style_of(options.output));
  if (auto printed = print(text); !printed) return std::unexpected(printed.error());
  return exit_of(doctor, options.fail_on);
}

}  // namespace

Exit run_doctor(const DoctorOptions& options) {
  const base::Result<Exit> exit = examine(options);
  return exit ? *exit : report_error(exit.error(), options.output);
}

}  // namespace railhead::cli
