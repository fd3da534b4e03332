#include <memory>

#include "cli/command.h"
#include "cli/lint/run.h"
#include "cli/manifest/inputs.h"

namespace railhead::cli {
namespace {

void add_format(CLI::App& command, LintOptions& options) {
  command.add_option("-o,--output", options.format, "Output format: text, json, sarif (2.1.0) or junit (XML)")
      ->transform(one_of({{"text", static_cast<int>(LintFormat::text)},
                          {"json", static_cast<int>(LintFormat::json)},
                          {"sarif", static_cast<int>(LintFormat::sarif)},
                          {"junit", static_cast<int>(LintFormat::junit)}}))
      ->option_text("text|json|sarif|junit");
  add_colour(command, options.output);
}

void add_choice(CLI::App& command, LintOptions& options) {
  add_fail_on(command, options.fail_on);
  add_selection(command, options.selection, "k8s.nad, k8s.manifest.missing-ipc-lock");
  command.add_flag("--table", options.table,
                   "One line for each pod template instead of the findings: what it has of what RDMA needs");
  command.add_flag("-v,--verbose", options.verbose, "Also what is right, and what could not be told");
}

}  // namespace

void add_lint(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "lint", "Judges manifests before they are applied: what in them costs a job its RDMA, with the line and the fix");
  auto options = std::make_shared<LintOptions>();
  add_manifests(*command, options->operands);
  add_format(*command, *options);
  add_choice(*command, *options);
  command->footer(
      "\nManifests of any kind that has pods in it, in YAML or JSON, with the networks, device pools and Services beside "
      "them.\n"
      "Charts are rendered first: helm template . | railhead lint -\n"
      "An annotation leaves a finding aside, with a reason: railhead.dev/ignore: \"k8s.nad.default-route: the rails are "
      "routed\"\n"
      "Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 usage, or a manifest that cannot be read (what can be is "
      "judged all the same).");
  command->callback([options, &chosen] {
    options->output.json = options->format == LintFormat::json;
    chosen.output = &options->output;
    chosen.run = [options] {
      const base::Result<Exit> exit = run_lint(*options);
      return exit ? *exit : report_error(exit.error(), options->output);
    };
  });
}

}  // namespace railhead::cli
