#include <memory>

#include "cli/manifest/inputs.h"
#include "cli/scc/run.h"
#include "cli/scc/scc.h"

namespace railhead::cli {
namespace {

constexpr const char* kFooter =
    "\nThe objects go to stdout in the order in which an admin applies them, all else to stderr:\n"
    "  railhead scc render train.yaml --objects cluster.yaml -n team-a > scc.yaml\n"
    "  railhead scc check train.yaml --objects cluster.yaml --objects scc.yaml -n team-a\n"
    "  oc apply -f scc.yaml\n"
    "The SCC allows what the pods ask for (a note says where it has to allow more, and why), and names no users and no "
    "groups:\n"
    "a Role and a RoleBinding in the namespace let one service account use it. The admission model was asked about what is\n"
    "printed, and admits the pods.\n"
    "Pods that are admitted as it is need nothing, and nothing is printed. See 'railhead scc check --help' for the cluster's "
    "objects.\n"
    "\nExit codes: 0 the pods are admitted, with what was printed where that is not nothing; 1 no SCC helps; 2 usage or a\n"
    "manifest that cannot be read; 3 not known.";

void add_objects_output(CLI::App& command, OutputOptions& options) {
  command.add_option("-o,--output", options.json, "Output format: yaml, or json (a List)")
      ->transform(one_of({{"yaml", 0}, {"json", 1}}))
      ->option_text("yaml|json");
}

}  // namespace

void add_scc_render(CLI::App& scc, Chosen& chosen) {
  CLI::App* command = scc.add_subcommand(
      "render", "Prints the smallest SCC that admits pods which none admits that they may use, with its role and binding");
  auto options = std::make_shared<SccRenderOptions>();
  add_manifests(*command, options->asked.operands);
  add_objects_output(*command, options->asked.output);
  add_scc_world(*command, options->asked);
  command->add_option("--name", options->name, "The name of the SCC (default: rdma- and the object's)")
      ->check(not_empty())
      ->option_text("NAME");
  command->add_option("--service-account", options->account, "The service account that the pods will have (default: theirs)")
      ->check(not_empty())
      ->option_text("NAME");
  command->footer(kFooter);
  command->callback([options, &chosen] {
    chosen.output = &options->asked.output;
    chosen.run = [options] {
      const base::Result<Exit> exit = run_scc_render(*options);
      return exit ? *exit : report_error(exit.error(), options->asked.output);
    };
  });
}

}  // namespace railhead::cli
