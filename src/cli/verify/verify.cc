#include <memory>

#include "cli/command.h"
#include "cli/kube/access.h"
#include "cli/verify/run.h"

namespace railhead::cli {
namespace {

using std::chrono::milliseconds;

/// As duration(), and 0 for none.
CLI::Validator duration_or_none() {
  return CLI::Validator([](std::string& text) { return text == "0" ? std::string() : duration()(text); }, "", "duration or 0");
}

template <class Target>
CLI::Option* add_time(CLI::App& command, const char* name, Target& target, const char* about, const CLI::Validator& how) {
  return command.add_option_function<std::int64_t>(
                    name, [&target](std::int64_t ms) { target = milliseconds(ms); }, about)
      ->transform(how)
      ->option_text("TIME");
}

void add_choice(CLI::App& command, VerifyOptions& options) {
  command
      .add_option(
          "job", options.job,
          "The job, by its name, or a selector; default: the one that railhead rendered, if it is alone in its namespace")
      ->check(not_empty())
      ->option_text("JOB|SELECTOR");
  command.add_option("-l,--selector", options.selector, "The pods with these labels (app=train)")
      ->check(not_empty())
      ->option_text("SELECTOR");
  command
      .add_option(
          "--container", options.container,
          "The container that is asked (default: the one that kubectl takes, else the one with Railhead's launcher, else "
          "the first)")
      ->check(not_empty())
      ->option_text("NAME");
}

void add_asking(CLI::App& command, VerifyOptions& options) {
  add_time(
      command, "--interval", options.interval,
      "The time between two readings of the counters (default 2s); 0: they are read once, and nothing is said to have moved",
      duration_or_none());
  add_time(command, "--pod-timeout", options.pod_limit, "The time that one call into a pod may take (default 20s)", duration());
  command.add_option("--at-once", options.at_once, "How many pods are asked at the same time (default 16)")
      ->check(CLI::Range(1, 256))
      ->option_text("N");
  command.add_flag_callback(
      "--no-copy", [&options] { options.copies = false; },
      "Does not copy railhead into pods that have none: they are then missing");
  CLI::Option* watch = command.add_flag("--watch", options.watch, "Again and again, until Ctrl-C");
  add_time(command, "--every", options.every, "With --watch: the time from one round to the next (default 10s)", duration())
      ->needs(watch);
  add_time(command, "--timeout", options.timeout, "With --watch: until the verdict is good, at most so long (then exit 4)",
           duration())
      ->needs(watch);
  command.add_option("--save", options.folder, "Keeps each pod's snapshot as DIR/POD.txtar, for 'doctor --from' and 'explain'")
      ->check(not_empty())
      ->option_text("DIR");
}

void add_judging(CLI::App& command, VerifyOptions& options) {
  using check::Mode;
  command.add_option("--mode", options.check.mode, "What the job wants: auto (default), rdma or tcp")
      ->transform(one_of({{"auto", static_cast<int>(Mode::auto_)},
                          {"rdma", static_cast<int>(Mode::rdma)},
                          {"tcp", static_cast<int>(Mode::tcp)}}))
      ->option_text("auto|rdma|tcp");
  add_fail_on(command, options.fail_on);
}

}  // namespace

void add_verify(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "verify", "Asks every pod of a running job, compares them, and proves by log and counters which ranks use RDMA");
  auto options = std::make_shared<VerifyOptions>();
  add_output(*command, options->output);
  add_access(*command, options->access);
  add_choice(*command, *options);
  add_asking(*command, *options);
  add_judging(*command, *options);
  add_selection(*command, options->selection);
  command->footer(
      "\nBehind '--' a command may stand: it is run here between the two readings, and what it writes goes to stderr.\n"
      "It takes: get and list pods, create pods/exec, get pods/log.\n"
      "Exit codes: 0 nothing found, 1 findings, 2 usage, 3 no pods, no access, or no rank's way is known, 4 a pod could not be "
      "asked.");
  command->callback([options, &chosen] {
    chosen.output = &options->output;
    chosen.run = [options, &chosen] {
      options->command = chosen.command;
      return run_verify(*options);
    };
  });
}

}  // namespace railhead::cli
