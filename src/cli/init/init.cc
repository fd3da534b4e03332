#include <CLI/CLI.hpp>
#include <memory>

#include "base/format.h"
#include "cli/command.h"
#include "cli/init/options.h"
#include "manifest/job/init/questions.h"

namespace railhead::cli {
namespace {

constexpr const char* kFooter =
    "\nEvery question has a flag. On a terminal those without one are asked; elsewhere usual values are taken, and what only\n"
    "you know has to be there. Defaults come from the machine that this runs on, if it is a pod or a node. What is written is\n"
    "what 'railhead render' takes: it is rendered once before it is written.\n"
    "\nExamples:\n"
    "  railhead init\n"
    "  railhead init --cluster cluster.yaml --name llama --image registry.example/llama:1 --command 'torchrun train.py' --yes\n"
    "  railhead init --yes -f - | railhead render -\n"
    "\nExit codes: 0 written, 2 usage or an answer that does not do, 4 stopped before the last question.";

/// What stands behind a flag.
std::string form_of(const manifest::job::Question& question) {
  std::string form;
  for (const std::string_view word : manifest::job::words_of(question)) form += (form.empty() ? "" : "|") + std::string(word);
  if (!form.empty()) return form;
  const manifest::job::Field* field = manifest::job::field_of(question);
  if (!field || field->type == manifest::job::Type::number) return "N";
  if (field->type == manifest::job::Type::truth) return "true|false";
  return field->type == manifest::job::Type::section_or_file ? "FILE" : "TEXT";
}

void add_questions(CLI::App& command, InitOptions& options) {
  for (const manifest::job::Question& question : manifest::job::questions()) {
    const std::string key(question.key);
    std::string meaning = manifest::job::meaning_of(question);
    if (question.each_rail)
      command.add_option("--" + key, options.of_rails[key], meaning + " One a rail, with commas between")
          ->delimiter(',')
          ->allow_extra_args(false)
          ->check(not_empty())
          ->option_text("LIST");
    else
      command.add_option("--" + key, options.given[key], meaning)->check(not_empty())->option_text(form_of(question));
  }
}

}  // namespace

void add_init(CLI::App& app, Chosen& chosen) {
  CLI::App* command =
      app.add_subcommand("init", "Asks about a job and its cluster, and writes the railhead.yaml that 'railhead render' takes");
  command->footer(kFooter);
  auto options = std::make_shared<InitOptions>();
  command->add_option("-f,--file", options->file, "Where to write it (default: railhead.yaml; '-' is stdout)")
      ->check(not_empty())
      ->option_text("FILE");
  command->add_flag("--yes", options->yes, "Ask nothing: defaults and guesses for all that has no flag");
  command->add_flag("--ask", options->ask, "Ask though stdin is no terminal: a line an answer");
  command->add_flag("--force", options->force, "Replace FILE where it is there");
  command->add_flag("--fresh", options->fresh, "Leave aside the answers of a run that was stopped");
  add_questions(*command, *options);
  add_source(*command, options->source);
  command->callback([options, &chosen] {
    chosen.output = &options->output;
    chosen.run = [options] {
      const base::Result<Exit> exit = run_init(*options);
      return exit ? *exit : report_error(exit.error(), options->output);
    };
  });
}

}  // namespace railhead::cli
