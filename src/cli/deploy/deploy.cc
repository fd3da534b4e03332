#include <memory>

#include "cli/command.h"
#include "cli/deploy/options.h"
#include "cli/kube/access.h"
#include "cli/manifest/inputs.h"

namespace railhead::cli {
namespace {

constexpr const char* kDeployFooter =
    "\nFILE is railhead.yaml, as render takes it. What preflight finds stops it, before anything is applied. Each object is\n"
    "applied by server-side apply; one that something else made is refused. Nothing is deleted without --prune, and then only\n"
    "what an earlier deploy of the same job made. A second run changes nothing. Ctrl-C leaves things as they are, and says "
    "how\n"
    "to go on.\n"
    "\nExamples:\n"
    "  railhead deploy railhead.yaml\n"
    "  railhead deploy railhead.yaml --dry-run=server        # would the cluster take it?\n"
    "  railhead deploy railhead.yaml --diff\n"
    "  railhead deploy railhead.yaml --logs                  # and follow rank 0\n"
    "\nExit codes: 0 all pods are ready, or the job did well; 1 it does not run, verify has findings, or --diff a difference; "
    "2 usage, or a\n"
    "file with something wrong in it; 3 the cluster said no, or cannot be reached; 4 not ready in time, or stopped.";

constexpr const char* kUndeployFooter =
    "\nDeletes what deploy made for the job, and nothing else: objects with its annotation railhead.dev/owner. What jobs "
    "share\n"
    "(namespace, networks, an account that the profile names) stays, and claims with their data stay without --volumes.\n"
    "\nExamples:\n"
    "  railhead undeploy railhead.yaml\n"
    "  railhead undeploy --job llama -n team-a --dry-run\n"
    "\nExit codes: 0 done; 2 usage; 3 something could not be deleted, or the cluster not asked; 4 pods were not gone in time.";

void add_jobs(CLI::App& command, OutputOptions& output, JobOptions& jobs, kube::Access& access) {
  add_manifests(command, jobs.operands);
  command.add_option("--cluster", jobs.cluster, "A file with a ClusterProfile, for jobs that describe none")
      ->check(not_empty())
      ->option_text("FILE");
  add_access(command, access);
  add_output(command, output);
}

void add_time(CLI::App& command, std::chrono::milliseconds& limit, const std::string& about) {
  command
      .add_option_function<std::int64_t>(
          "--timeout", [&limit](std::int64_t ms) { limit = std::chrono::milliseconds(ms); }, about)
      ->transform(duration())
      ->option_text("TIME");
}

template <class Options>
void runs(CLI::App* command, const std::shared_ptr<Options>& options, Chosen& chosen,
          base::Result<Exit> (*run)(const Options&)) {
  command->callback([options, &chosen, run] {
    chosen.output = &options->output;
    chosen.run = [options, run] {
      const base::Result<Exit> exit = run(*options);
      return exit ? *exit : report_error(exit.error(), options->output);
    };
  });
}

}  // namespace

void add_deploy(CLI::App& app, Chosen& chosen) {
  CLI::App* command =
      app.add_subcommand("deploy", "Applies what render writes, waits until the pods are ready, and says what keeps them");
  auto options = std::make_shared<DeployOptions>();
  add_jobs(*command, options->output, options->jobs, options->access);
  command->add_option("--mode", options->jobs.mode, "In place of spec.mode: tcp leaves out all that RDMA needs")
      ->check(CLI::IsMember({"rdma", "tcp"}))
      ->option_text("rdma|tcp");
  command
      ->add_option("--dry-run", options->dry_run,
                   "client: say what would be applied; server: ask the server whether it would take it")
      ->transform(one_of({{"none", static_cast<int>(DryRun::none)},
                          {"client", static_cast<int>(DryRun::client)},
                          {"server", static_cast<int>(DryRun::server)}}))
      ->option_text("none|client|server");
  command->add_flag("--diff", options->diff, "Show what would change, and change nothing");
  add_switch(*command, "preflight", options->preflight, "Apply it whatever preflight would find");
  command->add_flag("--prune", options->prune, "Delete what an earlier deploy of the job made and this one does not");
  add_switch(*command, "wait", options->wait, "Do not wait until all pods are ready");
  add_time(*command, options->limit, "How long to wait for the pods (default 10m)");
  add_switch(*command, "verify", options->verify, "Do not ask the pods, as railhead verify does, once they are ready");
  command->add_flag("--logs", options->logs, "Then follow the log of rank 0 on stdout");
  command->add_flag("--force-conflicts", options->force, "Take over fields that another field manager has set");
  command->add_flag("--adopt", options->adopt, "Take over objects that something else made");
  command->footer(kDeployFooter);
  runs(command, options, chosen, run_deploy);
}

void add_undeploy(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("undeploy", "Deletes what deploy made for a job, and nothing else");
  auto options = std::make_shared<UndeployOptions>();
  add_jobs(*command, options->output, options->jobs, options->access);
  command->add_option("--job", options->name, "The job's name, in place of FILE")->check(not_empty())->option_text("NAME");
  command->add_flag("--volumes", options->volumes, "Delete claims too, with the data in them");
  command->add_flag("--dry-run", options->dry_run, "Say what would be deleted, and delete nothing");
  add_switch(*command, "wait", options->wait, "Do not wait until the pods are gone");
  add_time(*command, options->limit, "How long to wait for that (default 2m)");
  command->footer(kUndeployFooter);
  runs(command, options, chosen, run_undeploy);
}

}  // namespace railhead::cli
