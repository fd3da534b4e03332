#include <memory>

#include "cli/command.h"
#include "cli/node/memlock.h"

namespace railhead::cli {
namespace {

using memlock::Runtime;
using Options = std::shared_ptr<NodeOptions>;

void add_place(CLI::App& command, NodeOptions& options) {
  add_output(command, options.output);
  command.add_option("--runtime", options.runtime, "The container runtime (default: the one that is found)")
      ->transform(one_of({{"crio", static_cast<int>(Runtime::crio)},
                          {"cri-o", static_cast<int>(Runtime::crio)},
                          {"containerd", static_cast<int>(Runtime::containerd)},
                          {"docker", static_cast<int>(Runtime::docker)}}))
      ->option_text("crio|containerd|docker");
  command.add_option("--root", options.root, "The node's files lie below this folder (default /)")
      ->check(not_empty())
      ->option_text("DIR");
}

void add_value(CLI::App& command, NodeOptions& options) {
  command.add_option("--value", options.value, "The limit of every container (default unlimited)")
      ->check(not_empty())
      ->option_text("unlimited|SIZE");
}

void runs(CLI::App& command, Chosen& chosen, const Options& options, Exit (*run)(const NodeOptions&)) {
  command.callback([options, run, &chosen] { chosen.run = [options, run] { return run(*options); }; });
}

void add_show(CLI::App& memlock, Chosen& chosen) {
  CLI::App* command = memlock.add_subcommand(
      "show", "Which runtimes are here, which files set their memlock limit, what the daemon has and what a container gets");
  auto options = std::make_shared<NodeOptions>();
  add_place(*command, *options);
  runs(*command, chosen, options, run_node_show);
}

void add_node_render(CLI::App& memlock, Chosen& chosen) {
  CLI::App* command = memlock.add_subcommand("render", "Prints the files that would be written, or an OpenShift MachineConfig");
  auto options = std::make_shared<NodeOptions>();
  add_place(*command, *options);
  add_value(*command, *options);
  command->add_flag("--openshift", options->openshift, "A MachineConfig with the drop-in of CRI-O, for 'oc apply -f -'");
  command->add_option("--role", options->role, "Its pool of nodes (default worker)")->check(not_empty())->option_text("ROLE");
  runs(*command, chosen, options, run_node_render);
}

void add_apply(CLI::App& memlock, Chosen& chosen) {
  CLI::App* command = memlock.add_subcommand(
      "apply", "Writes the files, each as a whole and with a backup; says what to restart and restarts nothing. Needs root");
  auto options = std::make_shared<NodeOptions>();
  add_place(*command, *options);
  add_value(*command, *options);
  command->add_flag("--dry-run", options->dry_run, "Say what would be written and write nothing");
  runs(*command, chosen, options, run_node_apply);
}

}  // namespace

void add_node(CLI::App& app, Chosen& chosen) {
  CLI::App* node = app.add_subcommand("node", "Configuration of a node, for its administrator");
  node->require_subcommand(1);
  CLI::App* memlock =
      node->add_subcommand("memlock", "How much every container of the node may lock, by its container runtime");
  memlock->require_subcommand(1);
  add_show(*memlock, chosen);
  add_node_render(*memlock, chosen);
  add_apply(*memlock, chosen);
}

}  // namespace railhead::cli
