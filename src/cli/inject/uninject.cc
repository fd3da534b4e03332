#include <memory>

#include "base/format.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/inject/results.h"
#include "manifest/edit/record.h"
#include "manifest/edit/undo.h"
#include "manifest/yaml/unusable.h"
#include "manifest/yaml/yaml.h"

namespace railhead::cli {
namespace {

constexpr const char* kFooter =
    "\nFILE is a file, a folder, or '-' for stdin. Where the text is as inject left it, the result is byte for byte what it "
    "was before.\n"
    "Where it was edited since, what still stands there is taken out, and the rest is named.\n"
    "\nExit codes: 0 done, 2 usage or a manifest that cannot be read: nothing was written, 4 some of what was injected was "
    "changed\n"
    "since and is still there.";

struct Options {
  OutputOptions output;
  std::vector<std::string> operands;
  Destination destination;
};

class Undoing {
 public:
  explicit Undoing(Results results) : results_(std::move(results)) {}

  base::Result<void> file(const ManifestFile& file) {
    results_.begin(file);
    return ManifestInputs::read(file, Taking::bytes, [&](const manifest::Chunk& chunk) { return document(file, chunk); });
  }

  base::Result<Exit> put(const Destination& destination) {
    std::string notes = notes_ + base::counted(undone_, "document") + " taken back";
    if (left_ > 0) notes += base::format("; {} left, see above", base::counted(left_, "edit"));
    if (auto noted = print_note(notes + "\n"); !noted) return std::unexpected(noted.error());
    if (auto done = results_.put(destination); !done) return std::unexpected(done.error());
    return left_ > 0 ? Exit::timeout : Exit::ok;
  }

 private:
  /// What it holds, for the name of a file: only asked for where there is a record.
  static std::string name_of(const manifest::Document& document) {
    const manifest::Value root(document);
    return root["kind"].text().value_or("object") + "/" + root["metadata"]["name"].text().value_or("");
  }

  base::Result<void> document(const ManifestFile& file, const manifest::Chunk& chunk) {
    const std::string place = base::format("{}:{}", base::one_line(file.name), chunk.line);
    manifest::Parsed parsed = manifest::parse_yaml(chunk.text);
    if (auto error = manifest::unusable(chunk.text, parsed, {base::one_line(file.name), chunk.line}))
      return std::unexpected(*std::move(error));
    if (parsed.documents.size() != 1 || parsed.documents[0].nodes.empty()) return results_.add(chunk.text, false, "");
    const auto undone = manifest::undone(chunk.text, parsed.documents[0]);
    if (!undone) {
      base::Error error = undone.error();
      error.message.insert(0, place + ": ");
      return std::unexpected(std::move(error));
    }
    const bool changed = undone->text != chunk.text;
    undone_ += changed ? 1 : 0;
    left_ += undone->left.size();
    for (const std::string& path : undone->left)
      notes_ += base::format("{}: {} was changed since it was injected, and is left\n", place, base::one_line(path));
    return results_.add(undone->text, changed, name_of(parsed.documents[0]));
  }

  Results results_;
  std::string notes_;
  std::size_t undone_ = 0;
  std::size_t left_ = 0;
};

base::Result<Exit> run(const Options& options) {
  const auto inputs = ManifestInputs::of(options.operands);
  if (!inputs) return std::unexpected(inputs.error());
  auto results = Results::open();
  if (!results) return std::unexpected(results.error());
  Undoing undoing(*std::move(results));
  for (const ManifestFile& file : inputs->files())
    if (auto done = undoing.file(file); !done) return std::unexpected(done.error());
  return undoing.put(options.destination);
}

}  // namespace

void add_uninject(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("uninject", "Takes out of manifests what 'railhead inject' put in, to the byte");
  auto options = std::make_shared<Options>();
  command->footer(kFooter);
  add_manifests(*command, options->operands);
  add_destination(*command, options->destination);
  add_colour(*command, options->output);
  command->callback([options, &chosen] {
    chosen.output = &options->output;
    chosen.run = [options] {
      const base::Result<Exit> exit = run(*options);
      return exit ? *exit : report_error(exit.error(), options->output);
    };
  });
}

}  // namespace railhead::cli
