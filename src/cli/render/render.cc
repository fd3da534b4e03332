#include <CLI/CLI.hpp>
#include <memory>

#include "base/format.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/manifest/inputs.h"
#include "cli/manifest/job_file.h"
#include "cli/render/jobs.h"
#include "cli/render/written.h"
#include "manifest/render/render.h"

namespace railhead::cli {
namespace {

using manifest::render::NeededBy;
using manifest::render::Object;

constexpr const char* kFooter =
    "\nFILE is railhead.yaml: a TrainingJob, with its cluster in it or in a ClusterProfile of its own ('railhead schema "
    "railhead.yaml'\n"
    "prints the schema of both, docs/railhead.yaml.md says what each field means). The result is one stream in the order in "
    "which\n"
    "it is to be applied, the same for the same file.\n"
    "\nExamples:\n"
    "  railhead render railhead.yaml | kubectl apply --server-side -f -\n"
    "  railhead render railhead.yaml --for admin --output-dir admin/     # what needs rights on the cluster\n"
    "  railhead render jobs/ --cluster cluster.yaml --mode tcp\n"
    "  railhead render railhead.yaml --test-pod | kubectl apply -f -     # one pod that says PASS or FAIL\n"
    "\nExit codes: 0 done, 2 usage or a file with something wrong in it: nothing was written.";

struct Options {
  OutputOptions output;
  JobOptions jobs;
  manifest::render::Options render;
  std::string format = "yaml";
  std::string folder;
  std::string needed_by = "all";
};

base::Result<Exit> put(const Options& options, const std::vector<Object>& objects) {
  base::Result<void> done;
  if (!options.folder.empty()) {
    done = write_folder(options.folder, objects, options.format == "kustomize");
  } else {
    done = print(options.format == "json" ? json_list(objects) : yaml_stream(objects));
  }
  if (!done) return std::unexpected(done.error());
  return Exit::ok;
}

base::Result<Exit> run(const Options& options) {
  if (options.folder.empty() == (options.format == "kustomize") || (!options.folder.empty() && options.format == "json"))
    return std::unexpected(base::Error{.code = base::Code::usage,
                                       .message = base::format("-o {} {} --output-dir DIR", options.format,
                                                               options.folder.empty() ? "needs" : "does not go with")});
  auto read = read_ready_jobs(options.jobs);
  if (!read) return std::unexpected(read.error());
  if (!read->problems.empty()) return std::unexpected(told(read->problems));
  auto all = rendered(read->jobs, options.render);
  if (!all) return std::unexpected(all.error());
  if (options.needed_by != "all")
    std::erase_if(*all,
                  [&](const Object& one) { return (one.needed_by == NeededBy::admin) != (options.needed_by == "admin"); });
  return put(options, *all);
}

void add_options(CLI::App& command, Options& options) {
  add_manifests(command, options.jobs.operands);
  command.add_option("--cluster", options.jobs.cluster, "A file with a ClusterProfile, for jobs that describe none")
      ->check(not_empty())
      ->option_text("FILE");
  command.add_option("--mode", options.jobs.mode, "In place of spec.mode: tcp leaves out all that RDMA needs")
      ->check(CLI::IsMember({"rdma", "tcp"}))
      ->option_text("rdma|tcp");
  command.add_option("-n,--namespace", options.jobs.space, "In place of the namespace in FILE")
      ->check(not_empty())
      ->option_text("NS");
  command
      .add_option("-o,--output", options.format, "yaml: a stream; json: one List; kustomize: files with a kustomization.yaml")
      ->check(CLI::IsMember({"yaml", "json", "kustomize"}))
      ->option_text("yaml|json|kustomize");
  command
      .add_option("--output-dir", options.folder,
                  "Write a file for each object into this folder, which is made where it is missing")
      ->check(not_empty())
      ->option_text("DIR");
  command.add_option("--for", options.needed_by, "Only what an admin has to apply, or only what the user can")
      ->check(CLI::IsMember({"all", "admin", "user"}))
      ->option_text("all|admin|user");
  command.add_flag("--test-pod", options.render.test_pod,
                   "In place of the job a pod that tries the network and says PASS or FAIL");
}

}  // namespace

void add_render(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "render", "Writes every manifest that a job needs, from one short file: networks, service account, SCC, workload");
  auto options = std::make_shared<Options>();
  add_options(*command, *options);
  add_colour(*command, options->output);
  command->footer(kFooter);
  command->callback([options, &chosen] {
    options->output.json = options->format == "json";
    chosen.output = &options->output;
    chosen.run = [options] {
      const base::Result<Exit> exit = run(*options);
      return exit ? *exit : report_error(exit.error(), options->output);
    };
  });
}

}  // namespace railhead::cli
