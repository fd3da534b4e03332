#include <memory>

#include "cli/command.h"
#include "cli/env_lint.h"

namespace railhead::cli {
namespace {

struct EnvOptions {
  OutputOptions output;
  MachineSource source;
  probe::Level level = probe::Level::open;
  fabric::Mode mode = fabric::Mode::auto_;
  std::string fail_on = "error";
  bool lint = false;
};

}  // namespace

void add_env(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("env", "Judges the variables of communication libraries that are set");
  auto options = std::make_shared<EnvOptions>();
  add_output(*command, options->output);
  add_source(*command, options->source);
  add_probe(*command, options->level);
  using fabric::Mode;
  command->add_option("--mode", options->mode, "What the job wants: auto (default), rdma or tcp")
      ->transform(one_of({{"auto", static_cast<int>(Mode::auto_)},
                          {"rdma", static_cast<int>(Mode::rdma)},
                          {"tcp", static_cast<int>(Mode::tcp)}}))
      ->option_text("auto|rdma|tcp");
  command->add_option("--fail-on", options->fail_on, "Exit 1 on findings of this severity or worse (default: error)")
      ->check(CLI::IsMember({"info", "warning", "error", "never"}))
      ->option_text("info|warning|error|never");
  command
      ->add_flag(
          "--lint", options->lint,
          "Judge the variables that are set, in the environment and in nccl.conf files: unknown or misspelt names, values "
          "that NCCL reads otherwise, lists that choose the wrong devices, contradictions")
      ->required();
  command->callback([options, &chosen] {
    chosen.run = [options] {
      return lint_environment(options->source, options->level, options->mode, options->output, options->fail_on);
    };
  });
}

}  // namespace railhead::cli
