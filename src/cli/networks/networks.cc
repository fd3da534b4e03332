#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "base/format.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/kube/access.h"
#include "flow/networks/copy.h"

namespace railhead::cli {
namespace {

constexpr const char* kFooter =
    "\nPods find networks in their own namespace. A copy is cleaned of what the server and operators added (uid, "
    "resourceVersion,\n"
    "owner references, status, ...); its CNI configuration and the name of its resource are kept. What is there and equal is "
    "left\n"
    "as it is. Where one of them is there and differs, nothing is written; --force replaces it.\n"
    "\nExamples:\n"
    "  railhead networks copy --from default --to team-a\n"
    "  railhead networks copy --from default --to team-a rail1 rail2 --dry-run\n"
    "\nExit codes: 0 all are there; 1 some are there and differ, nothing was written; 2 usage, no such network, or no oc, "
    "kubectl or kubeconfig; 3 no "
    "cluster, or not\n"
    "allowed; 4 some were written and some not.";

struct Options {
  OutputOptions output;
  kube::Access access;
  flow::CopyWish wish;
};

Exit exit_of(const report::NetworksCopy& copy) {
  if (report::is_refused(copy)) return Exit::findings;
  const bool failed =
      std::ranges::any_of(copy.networks, [](const report::NetworkCopy& one) { return one.state == report::CopyState::failed; });
  return failed ? Exit::timeout : Exit::ok;
}

base::Result<Exit> run(Options& options) {
  const auto client = client_of(options.access);
  if (!client) return std::unexpected(client.error());
  if (options.wish.to.empty()) {
    const auto space = client->space();
    if (!space) return std::unexpected(kube::error_of(space.error(), "read the kubeconfig", client->program()));
    options.wish.to = *space;
  }
  if (options.wish.from == options.wish.to)
    return std::unexpected(base::Error{.code = base::Code::usage,
                                       .message = base::format("--from and --to are both '{}'", options.wish.to),
                                       .cause = "",
                                       .suggestion = "Name the namespace of the pods as --to."});
  const auto copy = flow::copied(*client, options.wish);
  if (!copy) return std::unexpected(copy.error());
  const auto printed = print(options.output.json ? report::networks_copy_json(*copy, RAILHEAD_VERSION)
                                                 : report::networks_copy_text(*copy, style_of(options.output)));
  if (!printed) return std::unexpected(printed.error());
  if (report::is_refused(*copy) && !options.output.json)
    static_cast<void>(print_note("Nothing was written, since some are there and differ. --force replaces them.\n"));
  return exit_of(*copy);
}

void add_options(CLI::App& command, Options& options) {
  add_access(command, options.access);
  command.add_option("--from", options.wish.from, "The namespace that has the networks")
      ->required()
      ->check(not_empty())
      ->option_text("NS");
  command.add_option("--to", options.wish.to, "The namespace that gets them (default: that of -n, else of the context)")
      ->check(not_empty())
      ->option_text("NS");
  command.add_option("NAME", options.wish.names, "Which (default: all)")->check(not_empty())->option_text("NAME ...");
  command.add_flag("--force", options.wish.force, "Replace those that are there and differ");
  command
      .add_option("--dry-run", options.wish.dry_run,
                  "Write nothing: client only compares, server also tries each (default: client)")
      ->transform(
          one_of({{"client", static_cast<int>(flow::DryRun::client)}, {"server", static_cast<int>(flow::DryRun::server)}}))
      ->expected(0, 1)
      ->default_str("client")
      ->option_text("client|server");
  add_output(command, options.output);
}

void add_copy(CLI::App& networks, Chosen& chosen) {
  CLI::App* command = networks.add_subcommand("copy", "Copies NetworkAttachmentDefinitions into another namespace");
  auto options = std::make_shared<Options>();
  add_options(*command, *options);
  command->footer(kFooter);
  command->callback([options, &chosen] {
    chosen.output = &options->output;
    chosen.run = [options] {
      const base::Result<Exit> exit = run(*options);
      return exit ? *exit : report_error(exit.error(), options->output);
    };
  });
}

}  // namespace

void add_networks(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("networks", "The networks that pods attach to (NetworkAttachmentDefinitions)");
  command->require_subcommand(1);
  add_copy(*command, chosen);
}

}  // namespace railhead::cli
