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

  /// An error where the cluster cannot be asked.
  base::Result<flow::Undeployed> one(const Target& target) const {
    flow::Undeployed undeployed{.owner = flow::owner_of(target.space, target.name)};
    kube::Owned owned = kube::owned_by(client_, undeployed.owner, target.space);
    std::erase_if(owned.objects, [](const kube::Live& object) { return object.ending; });  // on their way already
    if (auto fatal = nothing_read(owned))
      return std::unexpected(kube::error_of(*fatal, "list the job's objects", client_.program()));
    for (const auto& [kind, failure] : owned.unread) undeployed.unread.emplace_back(kube::resource_of(*kind));
    const flow::Removing how{
        .volumes = options_.volumes, .dry_run = options_.dry_run, .wanted = wanted, .done = [this](const Removed& removed) {
          say(removed);
        }};
    undeployed.removed = flow::remove_all(client_, owned.objects, how);
    if (!options_.dry_run && options_.wait) undeployed.gone = wait_until_gone(target);
    return undeployed;
  }

  Exit exit_of_job(const flow::Undeployed& job) const {
    if (!wanted() || (!options_.dry_run && options_.wait && !job.gone)) return Exit::timeout;
    const bool kept = std::ranges::any_of(
        job.removed, [](const Removed& each) { return !each.why.empty() && each.object.kind != "PersistentVolumeClaim"; });
    return kept ? Exit::undetermined : Exit::ok;
  }

  std::string told_of(const Target& target, const flow::Undeployed& job) const {
    const auto deleted = static_cast<std::uint64_t>(std::ranges::count(job.removed, "", &Removed::why));
    std::string text = base::format("{} in {}: {}{}", target.name, target.space, base::counted(deleted, "object"),
                                    options_.dry_run ? " would be deleted" : " deleted");
    if (job.removed.size() > deleted) text += base::format(", {} kept", job.removed.size() - deleted);
    if (job.removed.empty()) text += "; nothing of it was there";
    if (exit_of_job(job) == Exit::timeout) text += "; its pods are not gone yet";
    text += "\n";
    if (!job.unread.empty())
      text += base::format("You may not list {}: what deploy made of these, if anything, is an admin's to delete.\n",
                           base::joined(job.unread, ", "));
    return text;
  }

 private:
  /// A cluster that cannot be asked at all, rather than one of which this user may not list a kind.
  static std::optional<kube::Failure> nothing_read(const kube::Owned& owned) {
    for (const auto& [kind, failure] : owned.unread)
      if (failure.trouble != kube::Trouble::forbidden) return failure;
    return std::nullopt;
  }

  void say(const Removed& removed) const {
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
  const Undeploying undeploying(options, *client);
  std::vector<flow::Undeployed> done;
  std::string text;
  Exit worst = Exit::ok;
  for (const Target& target : *targets) {
    auto one = undeploying.one(target);
    if (!one) return std::unexpected(one.error());
    text += undeploying.told_of(target, *one);
    worst = std::max(worst, undeploying.exit_of_job(*one));
    done.push_back(*std::move(one));
  }
  const auto printed = print(options.output.json ? flow::undeployed_json(done, options.dry_run) : base::printable(text));
  if (!printed) return std::unexpected(printed.error());
  return worst;
}

}  // namespace railhead::cli
