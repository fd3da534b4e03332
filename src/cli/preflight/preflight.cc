#include <memory>

#include "cli/command.h"
#include "cli/deploy/before.h"
#include "cli/doctor/fail_on.h"
#include "cli/kube/access.h"
#include "cli/manifest/inputs.h"
#include "cli/preflight/ahead.h"
#include "cli/signals.h"

namespace railhead::cli {
namespace {

constexpr const char* kFooter =
    "\nFILE is railhead.yaml, as render and deploy take it. The cluster is read, and asked with --dry-run=server whether it\n"
    "would take the objects and a pod of them; nothing of it is changed. What the same deploy makes counts as there.\n"
    "\nExamples:\n"
    "  railhead preflight railhead.yaml\n"
    "  railhead preflight railhead.yaml --mode tcp           # and without RDMA?\n"
    "  railhead preflight railhead.yaml -o json --fail-on warning\n"
    "\nExit codes: 0 nothing at or above --fail-on; 1 findings; 2 usage, or a file with something wrong in it; 3 the cluster\n"
    "cannot be asked, or what decides is not known; 4 stopped.";

struct Options {
  OutputOptions output;
  JobOptions jobs;
  kube::Access access;
  check::Selection selection;
  std::string fail_on = "error";
  bool trials = true;
};

base::Result<Exit> run(const Options& options) {
  const StopSignals signals;
  const auto ready = ready_items(options.jobs, options.access);
  if (!ready) return std::unexpected(ready.error());
  const auto client = client_of(options.access);
  if (!client) return std::unexpected(client.error());
  const flow::Looking how{.trials = options.trials, .wanted = [] { return !StopSignals::came(); }};
  const auto ahead = look_ahead(*client, ready->jobs, ready->items, options.selection, how);
  if (!ahead) return std::unexpected(ahead.error());
  if (StopSignals::came()) return Exit::timeout;
  const report::Preflighted said = ahead->told(client->program());
  const auto printed =
      print(options.output.json ? report::preflight_json(said) : report::preflight_text(said, style_of(options.output)));
  if (!printed) return std::unexpected(printed.error());
  if (any_fails(said.results, options.fail_on)) return Exit::findings;
  return said.outlook.can_start ? Exit::ok : Exit::undetermined;
}

void add_choice(CLI::App& command, Options& options) {
  add_fail_on(command, options.fail_on);
  add_selection(command, options.selection, "preflight.network");
  add_switch(command, "trials", options.trials, "Do not ask the API server to take the objects and a pod");
}

}  // namespace

void add_preflight(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "preflight", "Says whether a job could start and have RDMA, before anything of it is applied, and what is in the way");
  auto options = std::make_shared<Options>();
  add_manifests(*command, options->jobs.operands);
  command->add_option("--cluster", options->jobs.cluster, "A file with a ClusterProfile, for jobs that describe none")
      ->check(not_empty())
      ->option_text("FILE");
  command->add_option("--mode", options->jobs.mode, "In place of spec.mode: tcp leaves out all that RDMA needs")
      ->check(CLI::IsMember({"rdma", "tcp"}))
      ->option_text("rdma|tcp");
  add_choice(*command, *options);
  add_access(*command, options->access);
  add_output(*command, options->output);
  command->footer(kFooter);
  command->callback([options, &chosen] {
    chosen.output = &options->output;
    chosen.run = [options] {
      const base::Result<Exit> exit = run(*options);
      return exit ? *exit : report_error(exit.error(), options->output);
    };
  });
}

}  // namespace railhead::cli
