#include "cli/lint/run.h"

#include "base/format.h"
#include "base/text.h"
#include "cli/manifest/inputs.h"
#include "lint/judge.h"
#include "report/lint/lint.h"

namespace railhead::cli {
namespace {

using manifest::Chunk;

base::Error nothing_there(const std::vector<ManifestFile>& files) {
  return {.code = base::Code::malformed,
          .message =
              base::format("no object of Kubernetes in {}", files.size() == 1 ? base::one_line(files[0].name) : "these files"),
          .suggestion = "An object has a kind. Is this what was to be judged?"};
}

/// Takes what is judged. Text goes out as it comes, so that nothing is held; the other formats are one piece each.
class Output {
 public:
  explicit Output(const LintOptions& options) : options_(options), style_(style_of(options.output)) {
    linted_.version = RAILHEAD_VERSION;
    linted_.fail_on = options.fail_on;
  }

  void begin(const std::string& file) { linted_.files.push_back({.name = file}); }

  base::Result<void> take(lint::JudgedDocument document) {
    linted_.count.add(document);
    ++linted_.files.back().documents;
    linted_.files.back().objects += document.objects.size();
    if (options_.format == LintFormat::text && !options_.table) {
      const std::string text = report::lint_text(document, style_);
      return text.empty() ? base::Result<void>{} : print(text);
    }
    for (lint::JudgedObject& object : document.objects) linted_.objects.push_back(std::move(object));
    for (lint::Problem& problem : document.problems) linted_.problems.push_back(std::move(problem));
    return {};
  }

  base::Result<void> end() {
    switch (options_.format) {
      case LintFormat::json: return print(report::lint_json(linted_));
      case LintFormat::sarif: return print(report::lint_sarif(linted_));
      case LintFormat::junit: return print(report::lint_junit(linted_));
      case LintFormat::text: break;
    }
    std::string text;
    if (options_.table) {
      text = report::lint_text({.objects = {}, .problems = linted_.problems}, style_);
      text += report::lint_table(linted_, style_);
    }
    return print(text + report::lint_summary(linted_.count, style_));
  }

  const report::LintCount& count() const { return linted_.count; }

 private:
  const LintOptions& options_;
  report::Style style_;
  report::Linted linted_;
};

base::Result<void> judge_all(const ManifestInputs& inputs, lint::Judge& judge, Output& output) {
  for (const ManifestFile& file : inputs.files()) {
    auto read = ManifestInputs::read(file, Taking::text, [&](const Chunk& chunk) -> base::Result<void> {
      judge.prepare(chunk, file.name);
      return {};
    });
    if (!read) return read;
  }
  judge.prepared();
  for (const ManifestFile& file : inputs.files()) {
    output.begin(file.name);
    auto read = ManifestInputs::read(file, Taking::text,
                                     [&](const Chunk& chunk) { return output.take(judge.judge(chunk, file.name)); });
    if (!read) return read;
  }
  return {};
}

}  // namespace

base::Result<Exit> run_lint(const LintOptions& options) {
  const auto checks = check::selected(options.selection);
  if (!checks) return std::unexpected(checks.error());
  if (options.table && (options.format == LintFormat::sarif || options.format == LintFormat::junit))
    return std::unexpected(base::Error{.code = base::Code::usage,
                                       .message = "--table goes with text and JSON",
                                       .suggestion = "-o json has both the findings and the table."});
  const auto inputs = ManifestInputs::of(options.operands);
  if (!inputs) return std::unexpected(inputs.error());
  lint::Judge judge({.checks = *checks, .rows = options.table || options.format == LintFormat::json, .all = options.verbose});
  Output output(options);
  if (auto judged = judge_all(*inputs, judge, output); !judged) return std::unexpected(judged.error());
  const report::LintCount& count = output.count();
  if (count.objects == 0 && count.unusable == 0) return std::unexpected(nothing_there(inputs->files()));
  if (auto printed = output.end(); !printed) return std::unexpected(printed.error());
  if (count.unusable > 0) return Exit::usage;
  return count.fails(options.fail_on) ? Exit::findings : Exit::ok;
}

}  // namespace railhead::cli
