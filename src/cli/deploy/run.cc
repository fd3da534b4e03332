#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "cli/deploy/before.h"
#include "cli/deploy/progress.h"
#include "cli/doctor/fail_on.h"
#include "cli/kube/access.h"
#include "cli/signals.h"
#include "cli/verify/run.h"
#include "flow/deploy/built.h"
#include "flow/deploy/result.h"

namespace railhead::cli {
namespace {

using flow::Deployed;
using flow::DeployedJob;
using flow::Item;
using manifest::job::JobKind;

constexpr std::array<const char*, 5> kKinds = {"Pod", "StatefulSet", "Job", "MPIJob", "JobSet"};

bool wanted() { return !StopSignals::came(); }

flow::Workload workload_of(const ReadyJob& ready) {
  const manifest::job::TrainingJob& job = ready.job;
  const bool launched = job.kind == JobKind::mpi_job;  // by a pod of its own
  return {.kind = kube::kind_named(kKinds[static_cast<std::size_t>(job.kind)]),
          .space = job.space.empty() ? ready.cluster.space : job.space,
          .name = job.name,
          .selector = base::format("app.kubernetes.io/instance={},app.kubernetes.io/managed-by=railhead", job.name),
          .pods = std::uint64_t{job.nodes} + (launched ? 1U : 0U)};
}

/// How one goes on, or back, after deploy stopped on the way.
std::string way_on(const DeployOptions& options) {
  std::vector<std::string> files;
  files.reserve(options.jobs.operands.size());
  for (const std::string& file : options.jobs.operands) files.push_back(base::shell_word(file));
  const std::string words = base::joined(files, " ");
  return base::format("What was applied stays. To go on: railhead deploy {0}\nTo undo it: railhead undeploy {0}", words);
}

class Deploying {
 public:
  Deploying(const DeployOptions& options, kube::Client client)
      : options_(options), client_(std::move(client)), progress_(options.output.json) {
    result_.program = client_.program();
    result_.dry_run = options.dry_run == DryRun::server;
  }

  base::Result<Exit> run(const std::vector<ReadyJob>& jobs, const std::vector<Item>& items) {
    for (const ReadyJob& ready : jobs) prepare(ready);
    apply(items);
    if (!stopped() && !result_.dry_run) {
      clear(items);
      for (std::size_t i = 0; i < jobs.size() && !stopped(); ++i) await(jobs[i], result_.jobs[i]);
    }
    return conclude();
  }

 private:
  bool stopped() const { return result_.applied.stopped || result_.applied.interrupted; }

  void stop(base::Error error) { result_.applied.stopped = std::move(error); }

  /// Warnings that are there before anything happens are not of this deploy.
  void prepare(const ReadyJob& ready) {
    result_.jobs.push_back({.workload = workload_of(ready)});
    const flow::Workload& workload = result_.jobs.back().workload;
    auto warnings = kube::warnings_in(client_, workload.space, workload.name);
    known_.push_back(warnings ? *std::move(warnings) : std::vector<kube::Warning>());
  }

  void apply(const std::vector<Item>& items) {
    progress_.note(base::format("{} {}:", result_.dry_run ? "Asking the server about" : "Applying",
                                base::counted(items.size(), "object")));
    const flow::Manner manner{.applying = {.dry_run = result_.dry_run, .force = options_.force},
                              .adopt = options_.adopt,
                              .wanted = wanted,
                              .told = [this](const std::string& text) { progress_.note("  " + text); },
                              .done = [this](const flow::Step& step) { progress_.step(step); }};
    result_.applied = flow::apply_all(client_, items, manner);
  }

  /// What an earlier deploy made and this one does not.
  void clear(const std::vector<Item>& items) {
    for (DeployedJob& job : result_.jobs) {
      const std::string owner = flow::owner_of(job.workload.space, job.workload.name);
      job.leftovers = flow::leftovers(client_, owner, job.workload.space, items).objects;
      if (!options_.prune || job.leftovers.empty()) continue;
      const flow::Removing how{.wanted = wanted, .done = [this](const flow::Removed& removed) { say(removed); }};
      job.pruned = flow::remove_all(client_, job.leftovers, how);
    }
  }

  void say(const flow::Removed& removed) {
    progress_.note(base::format("  {:<9}  {} {}{}", removed.why.empty() ? "deleted" : "kept",
                                base::lowered(removed.object.kind), removed.object.name,
                                removed.why.empty() ? "" : ": " + removed.why));
  }

  void await(const ReadyJob& ready, DeployedJob& job) {
    if (!ready.job.build.git.empty() && !build(job.workload)) return;
    if (!options_.wait) return;
    progress_.note(base::format(
        "Waiting for {} of {}, at most {}:", base::counted(job.workload.pods, "pod"), job.workload.name,
        base::counted(static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::seconds>(options_.limit).count()), "second")));
    const auto at = static_cast<std::size_t>(&job - result_.jobs.data());
    const flow::Waiting waiting{
        .limit = options_.limit, .known = known_[at], .wanted = wanted, .seen = [&](const flow::Seen& seen) {
          progress_.look(job.workload, seen);
        }};
    auto waited = flow::wait_for(client_, job.workload, waiting);
    progress_.end_of_looks();
    if (!waited) return stop(waited.error());
    job.waited = *std::move(waited);
    const bool up = job.waited->end == flow::End::ready || job.waited->end == flow::End::succeeded;
    if (up && options_.verify) verify(ready, job);
  }

  /// What the pods say for themselves. That nothing is proved yet is no fault of a job that has just begun.
  void verify(const ReadyJob& ready, DeployedJob& job) {
    progress_.note(base::format("Verifying {}:", base::counted(job.workload.pods, "pod")));
    VerifyOptions options;
    options.access = options_.access;
    options.job = job.workload.name;
    if (ready.job.mode == manifest::job::Mode::tcp) options.check.mode = check::Mode::tcp;
    const auto verified = verified_once(options, client_, job.workload.space);
    if (!verified) return stop(verified.error());
    job.verified = report::verify_json(*verified);
    verified_text_ += report::verify_text(*verified, style_of(options_.output));
    has_findings_ = has_findings_ || any_fails(verified->results, options.fail_on);
  }

  bool build(const flow::Workload& workload) {
    const flow::Building building{.wanted = wanted,
                                  .told = [this](const std::string& text) { progress_.note(text); },
                                  .log =
                                      [this](std::string_view text) {
                                        if (!options_.output.json) static_cast<void>(print_note(base::printable(text)));
                                      }};
    const auto built = flow::built(client_, workload.space, workload.name, building);
    if (!built)
      stop(built.error());
    else if (!*built)
      result_.applied.interrupted = true;
    return built && *built;
  }

  base::Result<Exit> conclude() {
    if (StopSignals::came()) result_.applied.interrupted = true;
    if (options_.output.json) {
      if (auto done = print(flow::deployed_json(result_)); !done) return std::unexpected(done.error());
      return result_.applied.stopped ? exit_of(result_.applied.stopped->code) : exit_code();
    }
    if (result_.applied.interrupted) return interrupted();
    if (result_.applied.stopped) {
      base::Error error = *result_.applied.stopped;
      if (!result_.dry_run && !result_.applied.steps.empty()) error.suggestion += "\n" + way_on(options_);
      return std::unexpected(std::move(error));
    }
    std::string text;
    for (const DeployedJob& job : result_.jobs) text += base::printable(told_of(job));
    text += verified_text_;
    if (result_.dry_run) text = "The server takes all objects. Nothing was changed.\n";
    if (auto done = print(text); !done) return std::unexpected(done.error());
    if (options_.logs && exit_code() == Exit::ok) return follow_log();
    return exit_code();
  }

  base::Result<Exit> interrupted() const {
    if (auto done = print_note("\nStopped. " + way_on(options_) + "\n"); !done) return std::unexpected(done.error());
    return Exit::timeout;
  }

  Exit exit_code() const {
    if (result_.applied.interrupted) return Exit::timeout;
    Exit worst = Exit::ok;
    for (const DeployedJob& job : result_.jobs) {
      if (!job.waited) continue;
      if (job.waited->end == flow::End::failed) return Exit::findings;
      if (job.waited->end == flow::End::timed_out || job.waited->end == flow::End::interrupted) worst = Exit::timeout;
    }
    return has_findings_ ? Exit::findings : worst;
  }

  std::string told_of(const DeployedJob& job) const {
    const flow::Workload& workload = job.workload;
    std::string text = base::format("{} in {}: {}\n", workload.name, workload.space, end_of(job));
    if (job.waited)
      for (const std::string& why : job.waited->why) text += base::format("  {}\n", why);
    if (job.waited && job.waited->end != flow::End::ready && job.waited->end != flow::End::succeeded)
      text += way_on(options_) + "\n";
    if (!options_.prune && !job.leftovers.empty()) {
      text += "Of an earlier deploy, and no longer asked for (--prune deletes them):\n";
      for (const kube::Live& one : job.leftovers) text += base::format("  {} {}\n", base::lowered(one.kind), one.name);
    }
    return text;
  }

  static std::string end_of(const DeployedJob& job) {
    if (!job.waited) return "applied, not waited for";
    switch (job.waited->end) {
      case flow::End::ready:
        return base::format("{} ready",
                            job.workload.pods == 1 ? "its pod is" : base::format("all {} pods are", job.workload.pods));
      case flow::End::succeeded: return "it has ended, and did well";
      case flow::End::failed: return "it does not run:";
      case flow::End::timed_out: return "not ready in the time it had; missing:";
      case flow::End::interrupted: return "not waited for to the end; missing:";
    }
    return {};
  }

  /// Of rank 0: the launcher of an mpijob, the first pod of others.
  base::Result<Exit> follow_log() const {
    const DeployedJob& job = result_.jobs.front();
    const std::vector<kube::PodState> none;
    const auto& pods = job.waited ? job.waited->last.pods : none;
    auto rank0 = std::ranges::find_if(pods, [](const auto& pod) { return pod.name.find("-launcher") != std::string::npos; });
    if (rank0 == pods.end()) rank0 = pods.begin();
    if (rank0 == pods.end()) return Exit::ok;
    base::Result<void> printed;
    sys::Processes processes(1);
    processes.add({.command = client_.command({"logs", "--follow", "--namespace=" + job.workload.space, rank0->name},
                                              std::chrono::hours(24 * 365)),
                   .out =
                       [&](std::string_view text) {
                         printed = print(base::printable(text));
                         return printed.has_value();
                       },
                   .ended = [](const base::Result<sys::Ending>&) {}});
    processes.wait(wanted);
    if (!printed) return std::unexpected(printed.error());
    return Exit::ok;
  }

  const DeployOptions& options_;
  kube::Client client_;
  Progress progress_;
  Deployed result_;
  std::vector<std::vector<kube::Warning>> known_;
  std::string verified_text_;
  bool has_findings_ = false;
};

}  // namespace

base::Result<Exit> run_deploy(const DeployOptions& options) {
  const StopSignals signals;
  const auto ready = ready_items(options.jobs, options.access);
  if (!ready) return std::unexpected(ready.error());
  if (options.dry_run == DryRun::client && !options.diff) return show(ready->items, options.output);
  auto client = client_of(options.access);
  if (!client) return std::unexpected(client.error());
  if (options.diff) return difference(*client, ready->items);
  if (options.preflight && options.dry_run == DryRun::none) {
    const auto starts = can_start(options, *client, *ready);
    if (!starts) return std::unexpected(starts.error());
    if (!*starts) return Exit::findings;
  }
  return Deploying(options, *std::move(client)).run(ready->jobs, ready->items);
}

}  // namespace railhead::cli
