#include <algorithm>
#include <memory>

#include "base/format.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/inject/results.h"
#include "cli/inject/wishes.h"
#include "manifest/inject/context.h"
#include "manifest/inject/inject.h"
#include "report/inject/inject.h"

namespace railhead::cli {
namespace {

constexpr const char* kFooter =
    "\nFILE is a file, a folder, or '-' for stdin. The result is the whole stream, in which only what was missing was added: "
    "comments,\n"
    "order, quoting and line ends stay, and 'railhead uninject' takes it out again. What a pod has already is kept, whatever "
    "was asked\n"
    "for. The report goes to stderr.\n"
    "\nExamples:\n"
    "  railhead inject train.yaml --network rail1=openshift.io/rail1 --network rail2=openshift.io/rail2 | kubectl apply -f -\n"
    "  railhead inject -i manifests/ --resource rdma/hca=1 --service-account trainer --launcher\n"
    "  helm template . | railhead inject - --profile cluster.yaml > rdma.yaml\n"
    "\nExit codes: 0 done, 1 something could not be added (the report says what and why), 2 usage or a manifest that cannot "
    "be\n"
    "read: nothing was written.";

struct Options {
  OutputOptions output;
  std::vector<std::string> operands;
  InjectOptions wishes;
  Destination destination;
};

/// Goes through the manifests once more for each thing to do with them.
template <class Take>
base::Result<void> each_document(const ManifestInputs& inputs, const Take& take) {
  for (const ManifestFile& file : inputs.files()) {
    auto read = ManifestInputs::read(file, Taking::bytes, [&](const manifest::Chunk& chunk) { return take(file, chunk); });
    if (!read) return read;
  }
  return {};
}

class Injection {
 public:
  Injection(manifest::Wishes wishes, Results results, const OutputOptions& output)
      : wishes_(std::move(wishes)), results_(std::move(results)), style_(style_for_notes(output)) {}

  base::Result<void> work(const ManifestInputs& inputs) {
    const auto gathered = each_document(inputs, [&](const ManifestFile&, const manifest::Chunk& chunk) {
      manifest::gather(chunk.text, wishes_);
      return base::Result<void>();
    });
    if (!gathered) return gathered;
    const ManifestFile* open = nullptr;
    return each_document(inputs, [&](const ManifestFile& file, const manifest::Chunk& chunk) {
      if (std::exchange(open, &file) != &file) results_.begin(file);
      return document(file, chunk);
    });
  }

  /// Names that --container has and no manifest.
  base::Result<void> all_found() const {
    std::vector<std::string> missing;
    std::ranges::copy_if(wishes_.containers, std::back_inserter(missing),
                         [&](const std::string& name) { return std::ranges::find(picked_, name) == picked_.end(); });
    if (missing.empty()) return {};
    return std::unexpected(
        base::Error{.code = base::Code::usage,
                    .message = "no pod in these manifests has a container by the name of " + base::listed(missing),
                    .cause = "",
                    .suggestion = "Names of containers are in spec.containers[].name."});
  }

  base::Result<Exit> put(const Destination& destination) {
    if (auto noted = print_note(notes_ + report::inject_summary(summary_)); !noted) return std::unexpected(noted.error());
    if (auto done = results_.put(destination); !done) return std::unexpected(done.error());
    return summary_.refused > 0 ? Exit::findings : Exit::ok;
  }

 private:
  static report::Style style_for_notes(const OutputOptions& output) {
    // Colours are for whoever reads stderr, which a pipe behind stdout does not tell.
    report::Style style = style_of(output);
    style.colour = output.colour == "always";
    return style;
  }

  base::Result<void> document(const ManifestFile& file, const manifest::Chunk& chunk) {
    auto done = manifest::inject(chunk.text, wishes_, {base::one_line(file.name), chunk.line});
    if (!done) return std::unexpected(done.error());
    std::string name;
    for (const manifest::InjectReport& report : done->reports) {
      if (name.empty()) name = report.object;
      report::count(report, summary_);
      notes_ += report::inject_text(file.name, report, style_);
    }
    for (std::string& container : done->picked)
      if (std::ranges::find(picked_, container) == picked_.end()) picked_.push_back(std::move(container));
    return results_.add(done->text, done->changed, name);
  }

  manifest::Wishes wishes_;
  Results results_;
  report::Style style_;
  report::InjectSummary summary_;
  std::vector<std::string> picked_;
  std::string notes_;
};

base::Result<Exit> run(const Options& options) {
  auto wishes = wishes_of(options.wishes);
  if (!wishes) return std::unexpected(wishes.error());
  const auto inputs = ManifestInputs::of(options.operands);
  if (!inputs) return std::unexpected(inputs.error());
  auto results = Results::open();
  if (!results) return std::unexpected(results.error());
  Injection injection(*std::move(wishes), *std::move(results), options.output);
  if (auto done = injection.work(*inputs); !done) return std::unexpected(done.error());
  if (auto found = injection.all_found(); !found) return std::unexpected(found.error());
  return injection.put(options.destination);
}

}  // namespace

void add_inject(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "inject",
      "Adds to manifests what RDMA needs, and changes nothing else in them: networks, devices, capability, /dev/shm, launcher");
  auto options = std::make_shared<Options>();
  command->footer(kFooter);
  add_manifests(*command, options->operands);
  add_wishes(*command, options->wishes);
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
