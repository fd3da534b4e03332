#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>

#include "base/format.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/kube/access.h"
#include "flow/discover/discovered.h"
#include "flow/survey/surveyed.h"
#include "report/discover/discover.h"

namespace railhead::cli {
namespace {

constexpr const char* kFooter =
    "\nThe result is a ClusterProfile with comments: beside each value where it was read, in place of a value why it is left "
    "out,\n"
    "and at the end what may not be read, with the command by which an admin sees it. Nothing of the cluster is changed.\n"
    "\nExamples:\n"
    "  railhead discover -n team-a > cluster.yaml\n"
    "  railhead render railhead.yaml --cluster cluster.yaml\n"
    "  railhead discover -n team-a -o text                      # tables: nodes, what is free, networks, SCCs\n"
    "  railhead discover -n team-a --service-account trainer    # may this account use an SCC with IPC_LOCK?\n"
    "\nExit codes: 0 done, whatever was denied; 2 usage, or no oc, kubectl or kubeconfig; 3 no cluster, or no login; 4 some "
    "calls failed for\n"
    "a passing reason or ran out of time, so that the next answer may be another.";

enum class Format { yaml, json, text };

struct Options {
  OutputOptions output;
  kube::Access access;
  Format format = Format::yaml;
  std::string account;
  std::string name = "cluster";
  std::string launcher;
};

/// A gap that may be none at the next try.
bool is_passing(const facts::SurveyGap& gap) { return gap.missing.why == facts::Why::unavailable; }

base::Result<std::string> shown(const Options& options, const facts::Survey& survey,
                                const std::vector<facts::SurveyGap>& gaps) {
  const flow::Discovered found = flow::discovered(survey, options.name, options.launcher);
  const base::Result<std::string> profile = flow::profile_text(found, gaps);
  switch (options.format) {
    case Format::yaml: return profile;
    case Format::text: return report::survey_text(survey, gaps, found.remarks, style_of(options.output));
    case Format::json: break;
  }
  return report::survey_json(survey, gaps, found.remarks, profile.value_or(""), RAILHEAD_VERSION);
}

base::Result<Exit> run(const Options& options) {
  const auto client = client_of(options.access);
  if (!client) return std::unexpected(client.error());
  const auto failed = [&](const kube::Failure& failure) {
    return std::unexpected(kube::error_of(failure, "read the cluster", client->program()));
  };
  const auto space = client->space();
  if (!space) return failed(space.error());
  const auto survey = flow::surveyed(*client, {.space = *space, .account = options.account});
  if (!survey) return failed(survey.error());
  const std::vector<facts::SurveyGap> gaps = kube::gaps(*survey);
  const auto text = shown(options, *survey, gaps);
  if (!text) return std::unexpected(text.error());
  if (auto printed = print(*text); !printed) return std::unexpected(printed.error());
  const auto passing = std::ranges::find_if(gaps, is_passing);
  if (passing == gaps.end()) return Exit::ok;
  if (!options.output.json)
    static_cast<void>(
        print_note(base::format("partial: {}: {}\n", passing->what, base::one_line(facts::described(passing->missing)))));
  return Exit::timeout;
}

void add_options(CLI::App& command, Options& options) {
  add_access(command, options.access);
  command.add_option("--service-account", options.account, "The service account of the pods: may it use an SCC?")
      ->check(not_empty())
      ->option_text("NAME");
  command.add_option("--name", options.name, "The name of the profile (default: cluster)")
      ->check(not_empty())
      ->option_text("NAME");
  command.add_option("--launcher-image", options.launcher, "The image with railhead in it that jobs get their launcher from")
      ->check(not_empty())
      ->option_text("IMAGE");
  command
      .add_option("-o,--output", options.format,
                  "yaml: a ClusterProfile that render takes (default); json: all that was read; text: tables for people")
      ->transform(one_of({{"yaml", static_cast<int>(Format::yaml)},
                          {"json", static_cast<int>(Format::json)},
                          {"text", static_cast<int>(Format::text)}}))
      ->option_text("yaml|json|text");
  add_colour(command, options.output);
}

}  // namespace

void add_discover(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "discover", "Writes the profile of a cluster: GPUs, RDMA resources, networks, SCCs, storage, with where it was read");
  auto options = std::make_shared<Options>();
  add_options(*command, *options);
  command->footer(kFooter);
  command->callback([options, &chosen] {
    options->output.json = options->format == Format::json;
    chosen.output = &options->output;
    chosen.run = [options] {
      const base::Result<Exit> exit = run(*options);
      return exit ? *exit : report_error(exit.error(), options->output);
    };
  });
}

}  // namespace railhead::cli
