#include <memory>

#include "check/run.h"
#include "cli/command.h"
#include "report/catalogue.h"

namespace railhead::cli {
namespace {

struct ChecksOptions {
  OutputOptions output;
  std::string id;
  std::string pages;  // a folder to write the documentation to
};

base::Result<void> write_pages(const std::string& folder) {
  for (const check::Check& check : check::catalogue())
    if (auto written = write_file(folder + "/" + check.id + ".md", report::page(check)); !written) return written;
  return write_file(folder + "/README.md", report::index_page(check::catalogue()));
}

base::Result<void> show(const ChecksOptions& options) {
  if (!options.pages.empty()) return write_pages(options.pages);
  const bool json = options.output.json;
  if (options.id.empty())
    return print(json ? report::catalogue_json(check::catalogue()) : report::catalogue_text(check::catalogue()));
  const base::Result<std::vector<const check::Check*>> found = check::selected({.only = {options.id}, .skip = {}});
  if (!found) return std::unexpected(found.error());
  std::vector<check::Check> checks;
  for (const check::Check* check : *found) checks.push_back(*check);
  if (json) return print(report::catalogue_json(checks));
  return print(checks.size() == 1 ? report::check_text(checks.front()) : report::catalogue_text(checks));
}

}  // namespace

void add_checks(CLI::App& app, Chosen& chosen) {
  CLI::App* command =
      app.add_subcommand("checks", "Lists the checks, or explains one: what it means, why it happens, how it is mended");
  auto options = std::make_shared<ChecksOptions>();
  add_output(*command, options->output);
  command->add_option("id", options->id, "A check (memlock.low) or a family (memlock)")->check(not_empty())->option_text("ID");
  command->add_option("--pages", options->pages, "Write the documentation page of every check into this folder")
      ->check(not_empty())
      ->option_text("DIR");
  command->callback([options, &chosen] {
    chosen.run = [options] {
      const base::Result<void> shown = show(*options);
      return shown ? Exit::ok : report_error(shown.error(), options->output);
    };
  });
}

}  // namespace railhead::cli
