#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "check/run.h"
#include "cli/command.h"
#include "report/explain/explain.h"
#include "sys/descriptor.h"
#include "text/case.h"

namespace railhead::cli {
namespace {

struct ExplainOptions {
  OutputOptions output;
  std::vector<std::string> files;
};

base::Error unreadable(const std::string& file, int error) {
  const base::Code code = error == ENOENT   ? base::Code::not_found
                          : error == EACCES ? base::Code::denied
                                            : base::Code::malformed;
  return {.code = code,
          .message = base::format("cannot read '{}'", base::printable(file)),
          .cause = std::strerror(error),
          .suggestion = "Give the files of one case, or '-' for what is pasted on stdin."};
}

/// Streams a file, or stdin for "-": logs have any size.
base::Result<void> read_into(text::CaseReader& reader, const std::string& file) {
  constexpr std::size_t kPiece = std::size_t{256} << 10;
  const bool standard = file == "-";
  const sys::Descriptor opened(standard ? -1 : ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!standard && !opened.open()) return std::unexpected(unreadable(file, errno));
  reader.begin(standard ? "stdin" : file);
  const auto room = std::make_unique<char[]>(kPiece);
  for (;;) {
    const ssize_t count = ::read(standard ? STDIN_FILENO : opened.number(), room.get(), kPiece);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::unexpected(unreadable(file, errno));
    if (count == 0) break;
    reader.take({room.get(), static_cast<std::size_t>(count)});
  }
  reader.end();
  return {};
}

int weight(const check::Result& result) {
  if (result.finding.verdict != check::Verdict::violated) return 4;
  return 2 - static_cast<int>(result.finding.severity);
}

/// The gravest first; among equals what went wrong before what is seen of it.
void put_in_order(std::vector<check::Result>& results) {
  std::ranges::stable_sort(results, [](const check::Result& a, const check::Result& b) {
    if (weight(a) != weight(b)) return weight(a) < weight(b);
    return weight(a) < 4 && a.check->stage < b.check->stage;
  });
}

report::Explained explained_of(const text::Case& read) {
  const check::Options options;
  std::vector<const check::Check*> all;
  for (const check::Check& check : check::catalogue()) all.push_back(&check);
  report::Explained explained{
      .inputs = {}, .log = read.log, .machines = read.machines, .results = {}, .version = RAILHEAD_VERSION};
  for (std::size_t i = 0; i < read.machines.size(); ++i) {
    // What is said of the whole case is said once, beside the first machine.
    const check::Input input =
        i == 0 ? check::Input{read.machines[0], options, &read.log, &read.cluster, read.machines, read.names}
               : check::Input{read.machines[i], options};
    for (check::Result& result : check::run(all, input)) {
      if (!read.names[i].empty()) result.finding.subject = read.names[i] + ": " + result.finding.subject;
      explained.results.push_back(std::move(result));
    }
  }
  put_in_order(explained.results);
  for (const text::Input& input : read.inputs)
    explained.inputs.push_back({input.file, input.kinds, input.lines, input.unrecognised, input.first_unrecognised});
  return explained;
}

/// 3 where nothing was recognised, 1 with an error among the findings.
Exit exit_of(const text::Case& read, const report::Explained& explained) {
  if (!read.recognised()) return Exit::undetermined;
  const bool failed = std::ranges::any_of(explained.results, [](const check::Result& result) {
    return result.finding.verdict == check::Verdict::violated && result.finding.severity == check::Severity::error;
  });
  return failed ? Exit::findings : Exit::ok;
}

base::Result<Exit> explain(const ExplainOptions& options) {
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

}  // namespace

void add_explain(CLI::App& app, Chosen& chosen) {
  CLI::App* command =
      app.add_subcommand("explain", "Reads the logs of a job and says how its data went, and what went wrong first");
  auto options = std::make_shared<ExplainOptions>();
  add_output(*command, options->output);
  command->add_option("FILE", options->files, "Logs of one job, of any size; '-' is stdin")->required()->check(not_empty());
  command->footer(
      "\nLogs of NCCL and RCCL (NCCL_DEBUG=INFO tells most), of UCX and of programs that name a failed call of libibverbs, "
      "from any number "
      "of ranks.\nText that is not recognised is named, and nothing is concluded from it.\n"
      "Exit codes: 0 no error found, 1 an error found, 2 usage or a file that cannot be read, 3 nothing was recognised.");
  command->callback([options, &chosen] {
    chosen.output = &options->output;
    chosen.run = [options] {
      const base::Result<Exit> exit = explain(*options);
      return exit ? *exit : report_error(exit.error(), options->output);
    };
  });
}

}  // namespace railhead::cli
