#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "cli/deploy/options.h"
#include "cli/deploy/progress.h"
#include "cli/kube/access.h"
#include "cli/manifest/job_file.h"
#include "cli/signals.h"
#include "flow/deploy/own.h"
#include "flow/deploy/patience.h"
#include "flow/deploy/result.h"
#include "kube/objects/pods.h"

namespace railhead::cli {
namespace {

using flow::Removed;

struct Target {
  std::string space;
  std::string name;
};

bool wanted() { return !StopSignals::came(); }

base::Result<std::vector<Target>> targets_of(const UndeployOptions& options, const kube::Client& client) {
  if (!options.name.empty()) {
    const auto space = client.space();
    if (!space) return std::unexpected(kube::error_of(space.error(), "find the namespace", client.program()));
    return std::vector<Target>{{*space, options.name}};
  }
  JobOptions jobs = options.jobs;
  jobs.space = options.access.space;
  auto read = read_ready_jobs(jobs);
  if (!read) return std::unexpected(read.error());
  if (!read->problems.empty()) return std::unexpected(told(read->problems));
  std::vector<Target> targets;
  for (const ReadyJob& ready : read->jobs)
    targets.push_back({ready.job.space.empty() ? ready.cluster.space : ready.job.space, ready.job.name});
  return targets;
}

class Undeploying {
 public:
  Undeploying(const UndeployOptions& options, const kube::Client& client) : options_(options), client_(client) {}

  base::Result<Exit> one(const Target& target) {
    const std::string owner = flow::owner_of(target.space, target.name);
    const kube::Owned owned = kube::owned_by(client_, owner, target.space);
    if (auto fatal = nothing_read(owned))
      return std::unexpected(kube::error_of(*fatal, "list the job's objects", client_.program()));
    const flow::Removing how{
        .volumes = options_.volumes, .dry_run = options_.dry_run, .wanted = wanted, .done = [this](const Removed& removed) {
          say(removed);
        }};
    const std::vector<Removed> removed = flow::remove_all(client_, owned.objects, how);
    const bool gone = options_.dry_run || !options_.wait || wait_until_gone(target);
    if (auto done = conclude(target, owner, owned, removed); !done) return std::unexpected(done.error());
    if (!gone || !wanted()) return Exit::timeout;
    const bool kept = std::ranges::any_of(
        removed, [](const Removed& each) { return !each.why.empty() && each.object.kind != "PersistentVolumeClaim"; });
    return kept ? Exit::undetermined : Exit::ok;
  }

 private:
  /// A cluster that cannot be asked at all, rather than one of which this user may not list a kind.
  static std::optional<kube::Failure> nothing_read(const kube::Owned& owned) {
    for (const auto& [kind, failure] : owned.unread)
      if (failure.trouble != kube::Trouble::forbidden) return failure;
    return std::nullopt;
  }

  void say(const Removed& removed) {
    if (options_.output.json) return;
    const char* word = !removed.why.empty() ? "kept" : options_.dry_run ? "would go" : "deleted";
    static_cast<void>(
        print_note(base::printable(base::format("  {:<8}  {} {}{}\n", word, base::lowered(removed.object.kind),
                                                removed.object.name, removed.why.empty() ? "" : ": " + removed.why))));
  }

  bool wait_until_gone(const Target& target) const {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + options_.limit;
    const std::string selector =
        base::format("app.kubernetes.io/instance={},app.kubernetes.io/managed-by=railhead", target.name);
    for (;;) {
      const auto pods = kube::pods_of(client_, target.space, selector);
      if (pods && pods->empty()) return true;
      if (!wanted() || Clock::now() > end) return false;
      flow::rest(std::chrono::seconds(1), wanted);
    }
  }

  base::Result<void> conclude(const Target& target, const std::string& owner, const kube::Owned& owned,
                              const std::vector<Removed>& removed) const {
    std::vector<std::string> unread;
    for (const auto& [kind, failure] : owned.unread) unread.emplace_back(kube::resource_of(*kind));
    if (options_.output.json) return print(flow::removed_json(owner, options_.dry_run, removed, unread));
    const auto deleted = static_cast<std::uint64_t>(std::ranges::count(removed, "", &Removed::why));
    std::string text = base::format("{} in {}: {}{}", target.name, target.space, base::counted(deleted, "object"),
                                    options_.dry_run ? " would be deleted" : " deleted");
    if (removed.size() > deleted) text += base::format(", {} kept", removed.size() - deleted);
    text += removed.empty() ? "; nothing of it was there\n" : "\n";
    if (!unread.empty())
      text += base::format("You may not list {}: what deploy made of these, if anything, is an admin's to delete.\n",
                           base::joined(unread, ", "));
    return print(base::printable(text));
  }

  const UndeployOptions& options_;
  const kube::Client& client_;
};

}  // namespace

base::Result<Exit> run_undeploy(const UndeployOptions& options) {
  if (options.name.empty() == options.jobs.operands.empty())
    return std::unexpected(base::Error{.code = base::Code::usage,
                                       .message = "undeploy takes the files that were deployed, or --job NAME",
                                       .suggestion = "railhead undeploy railhead.yaml"});
  const StopSignals signals;
  const auto client = client_of(options.access);
  if (!client) return std::unexpected(client.error());
  const auto targets = targets_of(options, *client);
  if (!targets) return std::unexpected(targets.error());
  Exit worst = Exit::ok;
  Undeploying undeploying(options, *client);
  for (const Target& target : *targets) {
    const auto exit = undeploying.one(target);
    if (!exit) return exit;
    worst = std::max(worst, *exit);
  }
  return worst;
}

}  // namespace railhead::cli
