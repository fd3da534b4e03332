#include <unistd.h>

#include <algorithm>
#include <memory>

#include "base/text.h"
#include "cli/command.h"
#include "cli/nri/nri.h"
#include "nri/plugin/plugin.h"

namespace railhead::cli {
namespace {

constexpr const char* kFooter =
    "\nIt connects to the node's container runtime (containerd 1.7 or newer, CRI-O 1.26 or newer) and sets the limits of "
    "containers\n"
    "as they are made, by a policy. While it does not run, containers start with what the runtime gives them.\n"
    "SIGHUP reads the policy again; one that is bad is reported, and the one before stays in force. SIGTERM ends it.\n"
    "The log is a JSON object a line, on stderr. Pages: /metrics (Prometheus), /healthz (it lives), /readyz (it is "
    "connected).\n"
    "\nExamples:\n"
    "  railhead nri                                       # containers with an RDMA device get unlimited memlock\n"
    "  railhead nri --policy /etc/railhead/memlock.yaml\n"
    "  railhead nri --audit --log all --metrics off       # what would it do?\n"
    "\nExit codes: 0 after SIGTERM or SIGINT; 2 usage, or a policy that is bad; 3 the address for metrics cannot be had.";

/// What registers a plugin: letters, digits and - . _
std::string name_problem(const std::string& name) {
  const bool sound = !name.empty() && name.size() <= 63 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
  });
  return sound ? "" : "expected up to 63 letters, digits and - . _, found '" + base::one_line(name.substr(0, 80)) + "'";
}

std::string index_problem(const std::string& index) {
  const bool sound = index.size() == 2 && std::all_of(index.begin(), index.end(), [](char c) { return c >= '0' && c <= '9'; });
  return sound ? "" : "expected two digits, found '" + base::one_line(index.substr(0, 80)) + "'";
}

std::string socket_problem(const std::string& path) {
  return nri::fits_socket(path) ? "" : "expected a path of 1 to 107 bytes, found one of " + std::to_string(path.size());
}

void add_contact(CLI::App& command, nri::Contact& contact) {
  command.add_option("--socket", contact.socket, "The runtime's socket for NRI (default: /var/run/nri/nri.sock)")
      ->check(CLI::Validator(socket_problem, ""))
      ->option_text("PATH");
  command.add_option("--name", contact.name, "As what the plugin registers (default: railhead)")
      ->check(CLI::Validator(name_problem, ""))
      ->option_text("NAME");
  command.add_option("--index", contact.index, "Its place among the runtime's plugins, 00 to 99 (default: 10)")
      ->check(CLI::Validator(index_problem, ""))
      ->option_text("NN");
}

void add_behaviour(CLI::App& command, nri::PluginOptions& options) {
  command.add_option("--policy", options.policy, "Who may have which limits (default: whoever has an RDMA device)")
      ->check(not_empty())
      ->option_text("FILE");
  command.add_flag("--audit", options.audit, "Decide and log, and change nothing of any container");
  command
      .add_option("--log", options.log_all,
                  "Containers that the log tells of: changes (default) leaves out those to which nothing is done")
      ->transform(one_of({{"changes", 0}, {"all", 1}}))
      ->option_text("all|changes");
  command.add_option("--metrics", options.metrics, "Where metrics and health are served (default: 127.0.0.1:9465)")
      ->check(not_empty())
      ->option_text("ADDRESS:PORT|off");
}

Exit run(nri::PluginOptions options) {
  if (options.metrics == "off") options.metrics.clear();
  const auto ran = nri::run_plugin(options, sys::own_environ(), STDERR_FILENO);
  return ran ? Exit::ok : report_error(ran.error(), {});
}

/// Options of the plugin before a subcommand would be forgotten in silence.
Exit misplaced(const std::string& option) {
  return report_error({.code = base::Code::usage,
                       .message = option + " is an option of the plugin, and no subcommand's when it stands before it",
                       .suggestion = "See 'railhead nri --help' and 'railhead nri check --help'."},
                      {});
}

void choose(const CLI::App& command, const std::shared_ptr<nri::PluginOptions>& options, Chosen& chosen) {
  if (command.get_subcommands().empty()) {
    chosen.run = [options] { return run(*options); };
    return;
  }
  for (const CLI::Option* option : command.get_options())
    if (option->count() > 0) chosen.run = [name = option->get_name()] { return misplaced(name); };
}

}  // namespace

void add_nri(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "nri", "Runs on a node as a plugin of its container runtime, and gives containers the limits that a policy allows them");
  command->require_subcommand(0, 1);
  auto options = std::make_shared<nri::PluginOptions>();
  add_contact(*command, options->contact);
  add_behaviour(*command, *options);
  command->footer(kFooter);
  add_nri_check(*command, chosen);
  command->callback([command, options, &chosen] { choose(*command, options, chosen); });
}

}  // namespace railhead::cli
