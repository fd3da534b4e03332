#include <memory>

#include "base/text.h"
#include "cli/command.h"
#include "cli/doctor/run_doctor.h"

namespace railhead::cli {
namespace {

void add_judgement(CLI::App& command, DoctorOptions& options) {
  using fabric::Mode;
  command.add_option("--mode", options.check.mode, "What the job wants: auto (default), rdma (no RDMA is an error) or tcp")
      ->transform(one_of({{"auto", static_cast<int>(Mode::auto_)},
                          {"rdma", static_cast<int>(Mode::rdma)},
                          {"tcp", static_cast<int>(Mode::tcp)}}))
      ->option_text("auto|rdma|tcp");
  command.add_option("--memlock-need", options.memlock_need, "What one process must be able to pin, for example 16GiB")
      ->check(not_empty())
      ->option_text("SIZE");
  command
      .add_option("--peer", options.peers,
                  "An address of another node: is there a route to it, and by which interface (repeatable)")
      ->check(not_empty())
      ->option_text("ADDRESS");
  add_fail_on(command, options.fail_on);
}

}  // namespace

void add_doctor(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "doctor", "Says what transport a job started here would use, and what stands in the way, with the evidence and the fix");
  auto options = std::make_shared<DoctorOptions>();
  add_output(*command, options->output);
  add_source(*command, options->source);
  add_probe(*command, options->probe.level);
  command
      ->add_option("--probe-max", options->probe_max,
                   "The most that --probe=full pins (default 1GiB, never over a quarter of what is free)")
      ->check(not_empty())
      ->option_text("SIZE");
  add_judgement(*command, *options);
  add_selection(*command, options->selection);
  command->callback([options, &chosen] { chosen.run = [options] { return run_doctor(*options); }; });
}

}  // namespace railhead::cli
