#include "cli/verify/run.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/format.h"
#include "base/text.h"
#include "cli/clock.h"
#include "cli/doctor/fail_on.h"
#include "cli/kube/access.h"
#include "cli/signals.h"
#include "cli/verify/between.h"
#include "cli/verify/choice.h"
#include "cli/verify/gather.h"
#include "flow/verify/findings.h"
#include "flow/verify/ranks.h"
#include "report/verify/verify.h"

namespace railhead::cli {
namespace {

using Clock = std::chrono::steady_clock;
using facts::RankWay;

bool wanted() { return !StopSignals::came(); }

std::vector<std::string> notes_of(const flow::TakenPod& pod) {
  std::vector<std::string> notes;
  if (pod.old_program)
    notes.emplace_back("its railhead is an older one: what its ranks have pinned and what its adapters moved is not known");
  if (!pod.log_missing.empty()) notes.push_back("its log could not be read: " + pod.log_missing);
  if (pod.log_cut) notes.emplace_back("its log is long: the first 4 MiB and the last 1 MiB of it were read");
  if (pod.missing.empty() && !pod.pod.running && !pod.pod.launcher) notes.emplace_back("has ended: its log alone was read");
  return notes;
}

std::vector<report::VerifiedPod> pods_of(const Round& round) {
  std::vector<report::VerifiedPod> pods;
  for (std::size_t i = 0; i < round.job.pods.size(); ++i) {
    const flow::TakenPod& pod = round.job.pods[i];
    pods.push_back({.name = pod.pod.name,
                    .node = pod.pod.node,
                    .container = pod.pod.container,
                    .phase = pod.pod.phase,
                    .silence = pod.silence,
                    .why = pod.missing,
                    .notes = notes_of(pod),
                    .saved = i < round.saved.size() ? round.saved[i] : std::string()});
  }
  return pods;
}

/// Sockets are what was asked for under --mode tcp.
bool is_as_wanted(const facts::RankUse& row, check::Mode mode) {
  if (row.way == RankWay::missing) return false;
  if (mode == check::Mode::tcp) return true;
  return row.way == RankWay::rdma || row.way == RankWay::other;
}

/// 1 with findings, 4 where a rank or pod was not seen, 3 where no way is known of any rank.
Exit exit_of(const report::Verified& verified, const VerifyOptions& options) {
  if (any_fails(verified.results, options.fail_on)) return Exit::findings;
  if (!verified.whole) return Exit::timeout;
  const auto unknown = [](const facts::RankUse& row) { return row.way == RankWay::unknown; };
  if (std::ranges::all_of(verified.ranks, unknown)) return Exit::undetermined;
  return Exit::ok;
}

class Verify {
 public:
  Verify(const VerifyOptions& options, const kube::Client& client, std::string space, std::vector<const check::Check*> checks)
      : options_(options), client_(client), space_(std::move(space)), checks_(std::move(checks)) {}

  base::Result<report::Verified> once() {
    auto pods = chosen_pods(client_, options_, space_);
    if (!pods) return std::unexpected(pods.error());
    std::optional<int> code;
    auto round = round_of(client_, options_, *pods, wanted, [&] { return between(code); });
    if (!round) return std::unexpected(round.error());
    for (facts::Pod& pod : kube::absent_pods(client_, *pods))
      round->job.pods.push_back({.pod = pod, .missing = pod.reason, .silence = "absent"});
    report::Verified verified = judged(*round);
    verified.command_code = code;
    return verified;
  }

 private:
  base::Result<void> between(std::optional<int>& code) {
    if (options_.command.empty()) {
      wait_for(options_.interval, wanted);
      return {};
    }
    auto ran = run_command(options_.command, wanted);
    if (!ran) return std::unexpected(ran.error());
    code = *ran;
    return {};
  }

  report::Verified judged(const Round& round) const {
    const facts::LogRun log = flow::whole_log(round.job.pods);
    const auto findings = flow::findings_of(round.job, log, options_.check, checks_);
    report::Verified verified{.space = space_,
                              .pods = pods_of(round),
                              .ranks = flow::ranks_of(round.job, log, findings),
                              .results = flow::folded(findings),
                              .verdict = {},
                              .version = RAILHEAD_VERSION,
                              .time = time_text()};
    verified.verdict = flow::verdict_of(verified.ranks, log, verified.results);
    verified.whole =
        flow::unseen_ranks(verified.ranks, log) == 0 &&
        std::ranges::none_of(verified.ranks, [](const facts::RankUse& row) { return row.way == RankWay::missing; });
    verified.good =
        verified.whole && !any_fails(verified.results, options_.fail_on) &&
        std::ranges::all_of(verified.ranks, [&](const facts::RankUse& row) { return is_as_wanted(row, options_.check.mode); });
    return verified;
  }

  const VerifyOptions& options_;
  const kube::Client& client_;
  std::string space_;
  std::vector<const check::Check*> checks_;
};

base::Result<Exit> verify_once(Verify& verify, const VerifyOptions& options) {
  const auto verified = verify.once();
  if (!verified) return std::unexpected(verified.error());
  const std::string text =
      options.output.json ? report::verify_json(*verified) : report::verify_text(*verified, style_of(options.output));
  if (auto printed = print(text); !printed) return std::unexpected(printed.error());
  return exit_of(*verified, options);
}

base::Result<void> show(const report::Verified& verified, const VerifyOptions& options, bool last) {
  if (options.output.json) return print(report::verify_json_line(verified, last));
  return print(verified.time + "\n" + report::verify_text(verified, style_of(options.output)) + (last ? "" : "\n"));
}

/// Until a signal comes; with a time limit, until the verdict is good. A round that fails for a while (the API is away, no pod
/// is there yet) is told, and the next one is made.
base::Result<Exit> verify_watching(Verify& verify, const VerifyOptions& options) {
  const auto start = Clock::now();
  Exit exit = Exit::undetermined;
  for (;;) {
    auto verified = verify.once();
    const bool good = verified && verified->good;
    const auto next = Clock::now() + options.every;
    const bool late = options.timeout && next > start + *options.timeout;
    const bool last = StopSignals::came() || late || (options.timeout && good);
    if (!verified && (last || verified.error().code == base::Code::usage)) return std::unexpected(verified.error());
    if (!verified) {
      static_cast<void>(print_note(base::format("railhead: {}\n", base::printable(verified.error().message))));
    } else {
      exit = exit_of(*verified, options);
      if (auto shown = show(*verified, options, last); !shown) return std::unexpected(shown.error());
    }
    if (last) return late && !good && !StopSignals::came() ? Exit::timeout : exit;
    wait_for(std::chrono::duration_cast<std::chrono::milliseconds>(next - Clock::now()), wanted);
    if (StopSignals::came()) return exit;
  }
}

base::Result<void> make_folder(const std::string& folder) {
  if (folder.empty() || ::mkdir(folder.c_str(), 0755) == 0 || errno == EEXIST) return {};
  return std::unexpected(base::Error{.code = base::Code::unavailable,
                                     .message = base::format("cannot make the folder {}", base::printable(folder)),
                                     .cause = std::strerror(errno)});
}

base::Result<Exit> verify(const VerifyOptions& options) {
  auto checks = check::selected(options.selection);
  if (!checks) return std::unexpected(checks.error());
  if (auto made = make_folder(options.folder); !made) return std::unexpected(made.error());
  const auto client = client_of(options.access);
  if (!client) return std::unexpected(client.error());
  auto space = client->space();
  if (!space) return std::unexpected(kube::error_of(space.error(), "tell the namespace", client->program()));
  const StopSignals signals;
  Verify verify(options, *client, *std::move(space), *std::move(checks));
  return options.watch ? verify_watching(verify, options) : verify_once(verify, options);
}

}  // namespace

base::Result<report::Verified> verified_once(const VerifyOptions& options, const kube::Client& client,
                                             const std::string& space) {
  auto checks = check::selected(options.selection);
  if (!checks) return std::unexpected(checks.error());
  return Verify(options, client, space, *std::move(checks)).once();
}

Exit run_verify(const VerifyOptions& options) {
  const base::Result<Exit> exit = verify(options);
  return exit ? *exit : report_error(exit.error(), options.output);
}

}  // namespace railhead::cli
