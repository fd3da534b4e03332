#include <memory>

#include "cli/command.h"
#include "report/schemas.h"

namespace railhead::cli {
namespace {

base::Result<void> show(const std::string& name) {
  const std::string_view schema = report::schema_of(name);
  if (!schema.empty()) return print(std::string(schema));
  return std::unexpected(base::Error{.code = base::Code::usage,
                                     .message = "there is no schema for '" + name + "'",
                                     .suggestion = "Commands with JSON output: " + report::schema_names() + "."});
}

}  // namespace

void add_schema(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("schema", "Prints the JSON Schema of a command's JSON output");
  auto name = std::make_shared<std::string>();
  command->add_option("command", *name, "The command, for example doctor")->required()->option_text("COMMAND");
  command->callback([name, &chosen] {
    chosen.run = [name] {
      const base::Result<void> shown = show(*name);
      return shown ? Exit::ok : report_error(shown.error(), {});
    };
  });
}

}  // namespace railhead::cli
