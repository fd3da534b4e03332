#include <memory>

#include "cli/command.h"
#include "cli/env/lint.h"
#include "cli/rendezvous.h"
#include "nccl/plan.h"
#include "probe/machine.h"
#include "report/env/env.h"

namespace railhead::cli {
namespace {

enum class Format { shell, dotenv, json, yaml, explain };

struct EnvOptions {
  OutputOptions output;
  MachineSource source;
  probe::Options probe;
  nccl::Request request;
  std::string rendezvous;
  std::string require;
  Format format = Format::shell;
  bool explain = false;
  bool lint = false;
  std::string fail_on = "error";  // of --lint
};

std::string rendered(const nccl::Plan& plan, const EnvOptions& options) {
  switch (options.explain ? Format::explain : options.format) {
    case Format::dotenv: return report::env_dotenv(plan);
    case Format::json: return report::env_json(plan);
    case Format::yaml: return report::env_yaml(plan);
    case Format::explain: return report::env_text(plan, style_of(options.output));
    case Format::shell: break;
  }
  return report::env_shell(plan);
}

/// A plan with an error is shown to people and programs that look at it, never as settings that a shell would take over.
base::Result<Exit> show(const nccl::Plan& plan, const EnvOptions& options) {
  const bool settings_alone = !options.explain && options.format != Format::json;
  if (!plan.error || !settings_alone)
    if (auto printed = print(rendered(plan, options)); !printed) return std::unexpected(printed.error());
  if (!plan.error) return Exit::ok;
  if (options.output.json) return exit_of(plan.error->code);
  return std::unexpected(*plan.error);
}

base::Result<Exit> plan_environment(EnvOptions options) {
  const base::Result<OpenedWorld> opened = OpenedWorld::open(options.source);
  if (!opened) return std::unexpected(opened.error());
  if (auto taken = take_rendezvous(options.rendezvous, opened->world(), options.request); !taken)
    return std::unexpected(taken.error());
  const facts::Machine machine = probe::machine(opened->world(), options.probe);
  return show(nccl::plan(machine, options.request), options);
}

Exit run_env(const EnvOptions& options) {
  if (options.lint)
    return lint_environment(options.source, options.probe.level, options.request.mode, options.output, options.fail_on);
  const base::Result<Exit> exit = plan_environment(options);
  return exit ? *exit : report_error(exit.error(), options.output);
}

void add_formats(CLI::App& command, EnvOptions& options) {
  CLI::Option* format = command
                            .add_option("-o,--output", options.format,
                                        "shell (default): export lines; dotenv; json; yaml: a container's env list")
                            ->transform(one_of({{"shell", static_cast<int>(Format::shell)},
                                                {"text", static_cast<int>(Format::shell)},
                                                {"dotenv", static_cast<int>(Format::dotenv)},
                                                {"json", static_cast<int>(Format::json)},
                                                {"yaml", static_cast<int>(Format::yaml)}}))
                            ->option_text("shell|dotenv|json|yaml");
  command
      .add_flag("--explain", options.explain,
                "A table for people: each value, its reason and what was read; what is left out and not set")
      ->excludes(format);
  add_colour(command, options.output);
}

void add_wishes(CLI::App& command, EnvOptions& options) {
  using fabric::Mode;
  command
      .add_option("--mode", options.request.mode,
                  "auto (default): what is there; rdma: fail where it cannot be used; tcp: leave RDMA alone")
      ->transform(one_of({{"auto", static_cast<int>(Mode::auto_)},
                          {"rdma", static_cast<int>(Mode::rdma)},
                          {"tcp", static_cast<int>(Mode::tcp)}}))
      ->option_text("auto|rdma|tcp");
  command.add_flag("--require-rdma", options.request.require_rdma,
                   "The job is to fail rather than fall back to TCP (as --require rdma)");
  command.add_option("--require", options.require, "rdma: as --require-rdma")
      ->check(CLI::IsMember({"rdma"}))
      ->option_text("rdma");
  command
      .add_option("--rendezvous", options.rendezvous,
                  "Where the ranks meet; the socket interface is that of the route to it (default: MASTER_ADDR, else the "
                  "default route)")
      ->check(not_empty())
      ->option_text("ADDRESS");
}

void add_lint(CLI::App& command, EnvOptions& options) {
  command.add_flag(
      "--lint", options.lint,
      "Judge the variables that are set, in the environment and in nccl.conf files: unknown or misspelt names, values "
      "that NCCL reads otherwise, lists that choose the wrong devices, contradictions");
  command
      .add_option("--fail-on", options.fail_on, "With --lint: exit 1 on findings of this severity or worse (default: error)")
      ->check(CLI::IsMember({"info", "warning", "error", "never"}))
      ->option_text("info|warning|error|never");
}

}  // namespace

void add_env(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "env",
      "Prints the environment for NCCL, UCX, Gloo, Open MPI and NVSHMEM that is right here, or judges the one that is set");
  command->footer(
      "\nIn a shell: eval \"$(railhead env)\". What is set already stays as it is. 'railhead env --explain' says why.\n"
      "Exit codes: 0, 1 findings of --lint, 2 usage, 3 no plan can be given (RDMA is required and cannot be used; a value that "
      "is needed has no "
      "right one).");
  auto options = std::make_shared<EnvOptions>();
  add_formats(*command, *options);
  add_wishes(*command, *options);
  add_lint(*command, *options);
  add_source(*command, options->source);
  using probe::Level;
  command->add_option("--probe", options->probe.level, "off reads files only; open (default) also opens each device")
      ->transform(one_of({{"off", static_cast<int>(Level::off)}, {"open", static_cast<int>(Level::open)}}))
      ->option_text("off|open");
  command->callback([options, &chosen] {
    options->output.json = options->format == Format::json;
    if (options->require == "rdma") options->request.require_rdma = true;
    chosen.run = [options] { return run_env(*options); };
  });
}

}  // namespace railhead::cli
