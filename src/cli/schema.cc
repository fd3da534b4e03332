#include <memory>

#include "base/format.h"
#include "cli/command.h"
#include "manifest/job/read.h"
#include "nri/policy/read.h"
#include "report/schemas.h"

namespace railhead::cli {
namespace {

constexpr const char* kJobFile = "railhead.yaml";
constexpr const char* kPolicyFile = "nri-policy";

base::Result<void> show(const std::string& name) {
  if (name == kJobFile) return print(manifest::job::job_schema());
  if (name == kPolicyFile) return print(nri::policy_schema());
  const std::string_view schema = report::schema_of(name);
  if (!schema.empty()) return print(std::string(schema));
  return std::unexpected(base::Error{
      .code = base::Code::usage,
      .message = "there is no schema for '" + name + "'",
      .suggestion = base::format(
          "There are those of the commands with JSON output ({}), of the file {}, and of the policy of 'railhead nri' ({}).",
          report::schema_names(), kJobFile, kPolicyFile)});
}

}  // namespace

void add_schema(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "schema", "Prints the JSON Schema of a command's JSON output, of railhead.yaml, or of the policy of nri");
  auto name = std::make_shared<std::string>();
  command->add_option("command", *name, "The command, for example doctor; railhead.yaml; or nri-policy")
      ->required()
      ->option_text("COMMAND|railhead.yaml|nri-policy");
  command->callback([name, &chosen] {
    chosen.run = [name] {
      const base::Result<void> shown = show(*name);
      return shown ? Exit::ok : report_error(shown.error(), {});
    };
  });
}

}  // namespace railhead::cli
