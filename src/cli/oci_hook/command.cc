#include <memory>

#include "cli/command.h"
#include "cli/oci_hook/oci_hook.h"

namespace railhead::cli {
namespace {

constexpr const char* kFooter =
    "\nThe runtime writes the container's state to stdin. Whatever is wrong with the hook itself, the container starts with "
    "the\n"
    "limits it had: the exit code is 0 and stderr says why. It is 1, and the container does not start, only for a bad "
    "annotation\n"
    "under a policy with onError: reject.\n"
    "\nExamples:\n"
    "  railhead oci-hook render --for crio --policy /etc/railhead/policy.yaml > "
    "/etc/containers/oci/hooks.d/99-railhead.json\n"
    "  railhead oci-hook render --for podman --audit --log /var/log/railhead-hook.log";

/// A file's name must be there at least `least` times behind its option.
void add_hook_options(CLI::App& command, std::string& policy, bool& audit, std::string& log, int least) {
  command.add_flag("--audit", audit, "Decide and log, and change nothing");
  command.add_option("--log", log, "Append a JSON line for each decision to this file")
      ->option_text("FILE")
      ->expected(least, 1);
  command.add_option("--policy", policy, "Who may have what (default: RDMA containers may lock all they want)")
      ->option_text("FILE")
      ->expected(least, 1);
}

void add_hook_render(CLI::App& hook, Chosen& chosen) {
  CLI::App* command =
      hook.add_subcommand("render", "Prints the file that has CRI-O or Podman run the hook, and says where it goes");
  auto options = std::make_shared<HookRenderOptions>();
  command->add_option("--for", options->crio, "The runtime")
      ->transform(one_of({{"podman", 0}, {"crio", 1}, {"cri-o", 1}}))
      ->required()
      ->option_text("crio|podman");
  command->add_option("--program", options->program, "Where this program lies on the nodes (default /usr/local/bin/railhead)")
      ->check(not_empty())
      ->option_text("PATH");
  command
      ->add_option("--stage", options->stage,
                   "createRuntime (default), or prestart for CRI-O before 1.21 and Podman before 2.2")
      ->check(CLI::IsMember({"createRuntime", "prestart"}))
      ->option_text("createRuntime|prestart");
  add_hook_options(*command, options->policy, options->audit, options->log, 1);
  command->callback([options, &chosen] { chosen.run = [options] { return run_oci_hook_render(*options); }; });
}

}  // namespace

void add_oci_hook(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "oci-hook", "Locked memory per container where the runtime has no NRI: the same policy, run as an OCI hook");
  command->footer(kFooter);
  add_hook_render(*command, chosen);
  auto options = std::make_shared<HookOptions>();
  // Neither a word that is not known nor a file's name that is missing may keep every container of the node from starting.
  command->allow_extras();
  add_hook_options(*command, options->policy, options->audit, options->log, 0);
  command->callback([command, options, &chosen] {
    if (!command->get_subcommands().empty()) return;
    options->unknown = command->remaining();
    options->has_policy = command->count("--policy") > 0;
    chosen.run = [options] { return run_oci_hook(*options); };
  });
}

}  // namespace railhead::cli
