#include <algorithm>
#include <memory>
#include <vector>

#include "check/order.h"
#include "check/run.h"
#include "cli/command.h"
#include "cli/explain/follow.h"
#include "cli/explain/reading.h"
#include "report/explain/explain.h"
#include "text/case.h"

namespace railhead::cli {
namespace {

struct ExplainOptions {
  OutputOptions output;
  std::vector<std::string> files;
  bool follow = false;
};

report::Explained explained_of(const text::Case& read) {
  const check::Options options;
  std::vector<const check::Check*> all;
  for (const check::Check& check : check::catalogue()) all.push_back(&check);
  // What is said of the whole case is said once, beside the first machine.
  const check::Input whole{read.machines.front(), options, &read.log, &read.cluster, read.machines, read.names};
  report::Explained explained{
      .inputs = {}, .log = read.log, .conclusions = check::conclusions_of(whole), .results = {}, .version = RAILHEAD_VERSION};
  for (std::size_t i = 0; i < read.machines.size(); ++i) {
    const check::Input other{read.machines[i], options, nullptr, nullptr, read.machines, read.names};
    for (check::Result& result : check::run(all, i == 0 ? whole : other)) {
      if (!read.names[i].empty()) result.finding.subject = read.names[i] + ": " + result.finding.subject;
      explained.results.push_back(std::move(result));
    }
  }
  check::put_in_order(explained.results);
  for (const text::Input& input : read.inputs)
    explained.inputs.push_back(
        {input.file, input.kinds, input.lines, input.unrecognised, input.first_unrecognised, input.unread});
  return explained;
}

/// 3 where nothing was recognised, 1 with an error among the findings, 4 where a part could not be read.
Exit exit_of(const text::Case& read, const report::Explained& explained) {
  if (!read.recognised()) return Exit::undetermined;
  const bool failed = std::ranges::any_of(explained.results, [](const check::Result& result) {
    return result.finding.verdict == check::Verdict::violated && result.finding.severity == check::Severity::error;
  });
  if (failed) return Exit::findings;
  const bool whole = std::ranges::all_of(read.inputs, [](const text::Input& input) { return input.unread.empty(); });
  return whole ? Exit::ok : Exit::timeout;
}

base::Result<Exit> explain_files(const ExplainOptions& options) {
  text::CaseReader reader;
  for (const std::string& file : options.files)
    if (auto done = read_into(reader, file); !done) return std::unexpected(done.error());
  const text::Case read = reader.finish();
  const report::Explained explained = explained_of(read);
  const std::string text =
      options.output.json ? report::explain_json(explained) : report::explain_text(explained, style_of(options.output));
  if (auto printed = print(text); !printed) return std::unexpected(printed.error());
  return exit_of(read, explained);
}

/// Says something when there is something to say and it is not what was said the last time.
class Watch {
 public:
  explicit Watch(const OutputOptions& output) : output_(output) {}

  base::Result<void> look(const text::Case& read) {
    const report::Explained explained = explained_of(read);
    std::string verdict = report::explain_verdict(explained);
    if (verdict == said_ || !report::is_certain(explained)) return {};
    said_ = std::move(verdict);
    if (output_.json) return print(report::explain_json_line(explained, false));
    return print(report::explain_change(explained, style_of(output_)));
  }

 private:
  const OutputOptions& output_;
  std::string said_;
};

base::Result<Exit> explain_following(const ExplainOptions& options) {
  if (options.files.size() != 1)
    return std::unexpected(base::Error{.code = base::Code::usage,
                                       .message = "--follow takes one file",
                                       .cause = "",
                                       .suggestion = "Give the log that grows, or '-' for a pipe."});
  Watch watch(options.output);
  const auto read = follow(options.files.front(), [&watch](const text::Case& so_far) { return watch.look(so_far); });
  if (!read) return std::unexpected(read.error());
  const report::Explained explained = explained_of(*read);
  const std::string text = options.output.json ? report::explain_json_line(explained, true)
                                               : report::explain_text(explained, style_of(options.output));
  if (auto printed = print(text); !printed) return std::unexpected(printed.error());
  return exit_of(*read, explained);
}

base::Result<Exit> explain(const ExplainOptions& options) {
  return options.follow ? explain_following(options) : explain_files(options);
}

}  // namespace

void add_explain(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "explain", "Reads logs, listings, manifests and events as they were pasted, and says what went wrong first");
  auto options = std::make_shared<ExplainOptions>();
  add_output(*command, options->output);
  command->add_option("FILE", options->files, "Texts of one case, of any size; '-' is stdin")->required()->check(not_empty());
  command->add_flag(
      "--follow", options->follow,
      "Goes on while the file grows, or the pipe is open: says the verdict when it is certain and when it changes");
  command->footer(
      "\nLogs of NCCL and RCCL (NCCL_DEBUG=INFO tells most) from any number of ranks, of UCX, libfabric, perftest, "
      "nccl-tests;\n"
      "ibv_devinfo, ibstat, show_gids, rdma, ip addr, lspci, dmesg, nvidia-smi topo -m, limits and variables;\n"
      "manifests, docker run, events and describe of Kubernetes; snapshots of railhead. Each is told by what it says.\n"
      "Text that is not recognised is named, and nothing is concluded from it.\n"
      "Files packed with gzip or zstd, and UTF-16, are read as they are.\n"
      "Exit codes: 0 no error found, 1 an error found, 2 usage or a file that cannot be read, 3 nothing was recognised, 4 a "
      "part of "
      "a file could not be read, and no error is in the rest.");
  command->callback([options, &chosen] {
    chosen.output = &options->output;
    chosen.run = [options] {
      const base::Result<Exit> exit = explain(*options);
      return exit ? *exit : report_error(exit.error(), options->output);
    };
  });
}

}  // namespace railhead::cli
