#include "cli/commands.h"

#include "base/format.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/exec/exec.h"

namespace railhead::cli {
namespace {

constexpr const char* kAbout =
    "Railhead gets multi-node GPU jobs onto RDMA (InfiniBand or RoCE) on Kubernetes and OpenShift, and proves that they are on "
    "it.";

constexpr const char* kFooter =
    "\nExit codes: 0 nothing found at or above --fail-on, 1 findings, 2 usage or unusable input,\n"
    "3 could not determine, 4 timeout or partial.\n"
    "Start with 'railhead doctor' inside the pod or on the node.";

/// Asks for JSON, however the command line goes wrong afterwards: errors of usage must be JSON then too.
bool asks_for_json(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = base::lowered(argv[i]);
    const std::string next = i + 1 < argc ? base::lowered(argv[i + 1]) : "";
    if (word == "-ojson" || word == "--output=json" || ((word == "-o" || word == "--output") && next == "json")) return true;
  }
  return false;
}

/// The command that parsed last: `memlock explain` of `railhead memlock explain ...`.
const CLI::App& innermost(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

/// The word of the command line behind the name of `command`; nullptr where there is none.
const char* word_after(const CLI::App& command, int argc, char** argv) {
  int at = 0;
  if (command.get_parent())
    while (at < argc && command.get_name() != argv[at]) ++at;
  return at + 1 < argc ? argv[at + 1] : nullptr;
}

/// `command` has subcommands, and the command line names none of them.
base::Error no_such_command(const CLI::App& command, const char* word) {
  std::vector<std::string> names;
  for (const CLI::App* one : command.get_subcommands([](const CLI::App*) { return true; })) names.push_back(one->get_name());
  std::string message = "'" + command.get_name() + "' needs a subcommand";
  if (word) message = std::string(*word == '-' ? "there is no option '" : "there is no command '") + word + "'";
  return {
      .code = base::Code::usage, .message = std::move(message), .suggestion = "Commands: " + base::joined(names, ", ") + "."};
}

int usage_error(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  const OutputOptions output{.json = asks_for_json(argc, argv)};
  const CLI::App& command = innermost(app);
  const bool has_commands = !command.get_subcommands([](const CLI::App*) { return true; }).empty();
  const char* word = word_after(command, argc, argv);
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {  // --help, --version
    if (has_commands && word && *word != '-') return static_cast<int>(report_error(no_such_command(command, word), output));
    return app.exit(error);
  }
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError) && has_commands && argc > 1)
    return static_cast<int>(report_error(no_such_command(command, word), output));
  const base::Error said{
      .code = base::Code::usage, .message = error.what(), .suggestion = "See 'railhead --help' or 'railhead COMMAND --help'."};
  return static_cast<int>(report_error(said, output));
}

}  // namespace

void add_switch(CLI::App& command, const std::string& name, bool& value, const std::string& without) {
  command.add_flag_callback("--" + name, [&value] { value = true; })->group("");
  command.add_flag_callback("--no-" + name, [&value] { value = false; }, without);
}

void add_colour(CLI::App& command, OutputOptions& options) {
  command.add_option("--color", options.colour, "Colour: auto (a terminal, and NO_COLOR not set), always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->option_text("auto|always|never");
}

void add_output(CLI::App& command, OutputOptions& options) {
  command.add_option("-o,--output", options.json, "Output format: text or json")
      ->transform(one_of({{"text", 0}, {"json", 1}}))
      ->option_text("text|json");
  add_colour(command, options);
}

void add_source(CLI::App& command, MachineSource& source) {
  command.add_option("--root", source.root, "Read the machine captured below this folder (DIR/sys, DIR/proc, ...)")
      ->check(not_empty())
      ->option_text("DIR");
  command.add_option("--from", source.snapshot, "Read the machine in this snapshot ('-' is stdin)")
      ->check(not_empty())
      ->option_text("FILE");
}

void add_selection(CLI::App& command, check::Selection& selection, const std::string& example) {
  command.add_option("--only", selection.only, base::format("Run only these checks or families ({})", example))
      ->delimiter(',')
      ->allow_extra_args(false)  // what follows may be a file
      ->check(not_empty())
      ->option_text("ID,...");
  command.add_option("--skip", selection.skip, "Leave these checks or families out")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(not_empty())
      ->option_text("ID,...");
}

void add_fail_on(CLI::App& command, std::string& severity) {
  command.add_option("--fail-on", severity, "Exit 1 on findings of this severity or worse (default: error)")
      ->check(CLI::IsMember({"info", "warning", "error", "never"}))
      ->option_text("info|warning|error|never");
}

void add_probe(CLI::App& command, probe::Level& level) {
  using probe::Level;
  command
      .add_option("--probe", level,
                  "How far to try things: off reads files only; open (default) also opens each device, pinning nothing; "
                  "full also registers and locks memory for real")
      ->transform(one_of({{"off", static_cast<int>(Level::off)},
                          {"open", static_cast<int>(Level::open)},
                          {"full", static_cast<int>(Level::full)}}))
      ->option_text("off|open|full");
}

namespace {

bool is_command(const char* name, int argc, char** argv) { return argc > 1 && std::string_view(argv[1]) == name; }

bool is_exec(int argc, char** argv) { return is_command("exec", argc, argv); }

/// Takes what stands behind "--" off the command line of exec or verify: it is a command, and its options are not ours.
int cut_command(int argc, char** argv, std::vector<std::string>& command) {
  if (!is_exec(argc, argv) && !is_command("verify", argc, argv)) return argc;
  for (int i = 2; i < argc; ++i) {
    if (std::string_view(argv[i]) != "--") continue;
    command.assign(argv + i + 1, argv + argc);
    return i;
  }
  return argc;
}

}  // namespace

int run(int argc, char** argv) {
  hold_standard_streams();
  CLI::App app(kAbout, "railhead");
  app.footer(kFooter);
  app.set_version_flag("--version", std::string("railhead ") + RAILHEAD_VERSION);
  app.require_subcommand(1);
  Chosen chosen;
  argc = cut_command(argc, argv, chosen.command);
  add_doctor(app, chosen);
  add_env(app, chosen);
  add_exec(app, chosen);
  add_snapshot(app, chosen);
  add_explain(app, chosen);
  add_lint(app, chosen);
  add_inject(app, chosen);
  add_uninject(app, chosen);
  add_init(app, chosen);
  add_render(app, chosen);
  add_preflight(app, chosen);
  add_deploy(app, chosen);
  add_undeploy(app, chosen);
  add_memlock(app, chosen);
  add_node(app, chosen);
  add_scc(app, chosen);
  add_discover(app, chosen);
  add_networks(app, chosen);
  add_nri(app, chosen);
  add_oci_hook(app, chosen);
  add_verify(app, chosen);
  add_checks(app, chosen);
  add_schema(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = usage_error(app, error, argc, argv);
    return is_exec(argc, argv) && code != 0 ? kExecFailure : code;
  }
  return static_cast<int>(chosen.run());
}

}  // namespace railhead::cli
