#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "check/run.h"
#include "cli/machine_source.h"
#include "cli/output.h"
#include "cli/words.h"
#include "probe/level.h"

/// What the files of the subcommands share: each adds itself to the command line and hands back what runs it.
namespace railhead::cli {

/// The command that was chosen: set by the callback of the subcommand that parsed.
struct Chosen {
  std::function<Exit()> run;
  const OutputOptions* output = nullptr;  // how its errors are said
  std::vector<std::string> command = {};  // of exec and verify: what stands after "--"
};

void add_doctor(CLI::App& app, Chosen& chosen);
void add_env(CLI::App& app, Chosen& chosen);
void add_exec(CLI::App& app, Chosen& chosen);
void add_snapshot(CLI::App& app, Chosen& chosen);
void add_verify(CLI::App& app, Chosen& chosen);
void add_checks(CLI::App& app, Chosen& chosen);
void add_explain(CLI::App& app, Chosen& chosen);
void add_lint(CLI::App& app, Chosen& chosen);
void add_inject(CLI::App& app, Chosen& chosen);
void add_uninject(CLI::App& app, Chosen& chosen);
void add_init(CLI::App& app, Chosen& chosen);
void add_render(CLI::App& app, Chosen& chosen);
void add_deploy(CLI::App& app, Chosen& chosen);
void add_undeploy(CLI::App& app, Chosen& chosen);
void add_preflight(CLI::App& app, Chosen& chosen);
void add_memlock(CLI::App& app, Chosen& chosen);
void add_node(CLI::App& app, Chosen& chosen);
void add_scc(CLI::App& app, Chosen& chosen);
void add_discover(CLI::App& app, Chosen& chosen);
void add_networks(CLI::App& app, Chosen& chosen);
void add_nri(CLI::App& app, Chosen& chosen);
void add_oci_hook(CLI::App& app, Chosen& chosen);
void add_schema(CLI::App& app, Chosen& chosen);

/// --no-NAME, which sets `value` to false; --NAME, its default, is taken too. `without`: what --no-NAME means.
void add_switch(CLI::App& command, const std::string& name, bool& value, const std::string& without);
/// --color.
void add_colour(CLI::App& command, OutputOptions& options);
/// -o text|json and --color.
void add_output(CLI::App& command, OutputOptions& options);
/// --root and --from.
void add_source(CLI::App& command, MachineSource& source);
/// --only and --skip.
void add_selection(CLI::App& command, check::Selection& selection, const std::string& example = "memlock, gid.link-local");
/// --fail-on.
void add_fail_on(CLI::App& command, std::string& severity);
/// --probe=off|open|full.
void add_probe(CLI::App& command, probe::Level& level);

}  // namespace railhead::cli
