#include "cli/verify/choice.h"

#include <array>
#include <set>
#include <string>

#include "base/format.h"
#include "base/text.h"

namespace railhead::cli {
namespace {

using Pods = std::vector<facts::Pod>;

constexpr const char* kOwn = "app.kubernetes.io/managed-by=railhead";
/// Labels by which the pods of a job called NAME are found: Railhead's own first, then those of Job, of Kubeflow's kinds, of
/// JobSet and of LeaderWorkerSet.
constexpr std::array<const char*, 6> kJobLabels = {
    "app.kubernetes.io/instance",     "batch.kubernetes.io/job-name",   "job-name",
    "training.kubeflow.org/job-name", "jobset.sigs.k8s.io/jobset-name", "leaderworkerset.sigs.k8s.io/name"};

base::Result<Pods> listed_pods(const kube::Client& client, const VerifyOptions& options, const std::string& space,
                               const std::string& selector) {
  auto pods = kube::job_pods(client, {.space = space, .selector = selector, .container = options.container});
  if (!pods) return std::unexpected(kube::error_of(pods.error(), "list the pods of namespace " + space, client.program()));
  return *std::move(pods);
}

/// An operand is a job's name, or a selector as -l takes it.
bool is_selector(const std::string& text) { return text.find_first_of("=!, ()") != std::string::npos; }

base::Error none(const std::string& what, const std::string& space, const std::string& program) {
  return {.code = base::Code::unavailable,
          .message = base::format("there are no pods of {} in namespace {}", base::one_line(what), base::one_line(space)),
          .suggestion = base::format("'{} get pods -n {} --show-labels' lists what there is; give -l SELECTOR, -n NAMESPACE.",
                                     program, base::shell_word(space))};
}

base::Error several(const std::set<std::string>& jobs, const std::string& space) {
  return {.code = base::Code::usage,
          .message = base::format("namespace {} has pods of several jobs: {}", base::one_line(space),
                                  base::one_line(base::listed(std::vector<std::string>(jobs.begin(), jobs.end())))),
          .suggestion = "Say which: railhead verify " + base::shell_word(*jobs.begin())};
}

base::Result<Pods> of_job(const kube::Client& client, const VerifyOptions& options, const std::string& space) {
  for (const char* label : kJobLabels) {
    auto pods = listed_pods(client, options, space, label + ("=" + options.job));
    if (!pods || !pods->empty()) return pods;
  }
  return std::unexpected(none("a job '" + options.job + "'", space, client.program()));
}

}  // namespace

base::Result<Pods> chosen_pods(const kube::Client& client, const VerifyOptions& options, const std::string& space) {
  const std::string& selector = is_selector(options.job) ? options.job : options.selector;
  if (!options.job.empty() && !options.selector.empty())
    return std::unexpected(base::Error{.code = base::Code::usage, .message = "give either a job or a selector (-l), not both"});
  if (!options.job.empty() && selector.empty()) return of_job(client, options, space);
  auto pods = listed_pods(client, options, space, selector.empty() ? kOwn : selector);
  if (!pods) return pods;
  if (pods->empty())
    return std::unexpected(
        none(selector.empty() ? "a job that railhead rendered" : "'" + selector + "'", space, client.program()));
  std::set<std::string> jobs;
  for (const facts::Pod& pod : *pods) jobs.insert(pod.job);
  if (selector.empty() && jobs.size() > 1) return std::unexpected(several(jobs, space));
  return pods;
}

}  // namespace railhead::cli
