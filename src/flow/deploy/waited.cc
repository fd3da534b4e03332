#include "flow/deploy/waited.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "flow/deploy/patience.h"

namespace railhead::flow {
namespace {

using Clock = std::chrono::steady_clock;
using kube::Course;
using kube::Phase;
using kube::PodState;

/// One that starts again that often, and waits before the next time, does not come to run.
constexpr std::uint64_t kMostRestarts = 3;
constexpr std::size_t kMostLines = 20;

bool is_up(const PodState& pod) { return !pod.ending && pod.phase == Phase::running && pod.ready; }
bool is_done(const PodState& pod) { return !pod.ending && pod.phase == Phase::succeeded; }

std::string line_of(const PodState& pod) {
  std::string line = base::format("{}: {}", pod.name, kube::stands(pod));
  if (!pod.message.empty()) line += ": " + pod.message;
  return line;
}

class Waiter {
 public:
  Waiter(const kube::Client& client, const Workload& workload, const Waiting& waiting)
      : client_(client), workload_(workload), waiting_(waiting) {}

  base::Result<Waited> until_end() {
    const Clock::time_point end = Clock::now() + waiting_.limit;
    for (;;) {
      if (auto looked = look(); !looked) return std::unexpected(looked.error());
      waiting_.seen(seen_);
      if (auto over = verdict()) return *std::move(over);
      if (!waiting_.wanted()) return Waited{.end = End::interrupted, .why = missing_of(workload_, seen_), .last = seen_};
      if (Clock::now() >= end) return Waited{.end = End::timed_out, .why = missing_of(workload_, seen_), .last = seen_};
      rest(waiting_.pause, waiting_.wanted);
    }
  }

 private:
  base::Error failed(const kube::Failure& failure) const { return kube::error_of(failure, "watch the job", client_.program()); }

  base::Result<void> look() {
    seen_.answered = true;
    auto pods = kube::pods_of(client_, workload_.space, workload_.selector);
    if (!pods) return missed(pods.error());
    auto state = kube::workload_state(client_, *workload_.kind, workload_.space, workload_.name);
    if (!state) return missed(state.error());
    seen_.pods = *std::move(pods);
    seen_.state = *std::move(state);
    return look_at_warnings();
  }

  /// Only while something is missing, and none where they may not be read: they help, and nothing rests on them.
  base::Result<void> look_at_warnings() {
    seen_.warnings.clear();
    if (missing_of(workload_, seen_).empty()) return {};
    auto warnings = kube::warnings_in(client_, workload_.space, workload_.name);
    if (warnings) seen_.warnings = kube::new_warnings(*warnings, waiting_.known);
    return {};
  }

  /// A server that does not answer for a while is no reason to stop waiting.
  base::Result<void> missed(const kube::Failure& failure) {
    if (!may_pass(failure) && failure.trouble != kube::Trouble::timeout) return std::unexpected(failed(failure));
    seen_.answered = false;
    return {};
  }

  std::optional<Waited> verdict() const {
    if (!seen_.answered) return std::nullopt;
    switch (seen_.state.course) {
      case Course::succeeded: return Waited{.end = End::succeeded, .last = seen_};
      case Course::failed: return Waited{.end = End::failed, .why = {seen_.state.message}, .last = seen_};
      case Course::settling: return std::nullopt;
      case Course::running: break;
    }
    const auto& pods = seen_.pods;
    const auto up = static_cast<std::uint64_t>(std::ranges::count_if(pods, is_up));
    const auto done = static_cast<std::uint64_t>(std::ranges::count_if(pods, is_done));
    if (done >= workload_.pods) return Waited{.end = End::succeeded, .last = seen_};
    if (up + done >= workload_.pods) return Waited{.end = End::ready, .last = seen_};
    if (auto lines = lost_of(workload_, seen_); !lines.empty())
      return Waited{.end = End::failed, .why = std::move(lines), .last = seen_};
    return std::nullopt;
  }

  const kube::Client& client_;
  const Workload& workload_;
  const Waiting& waiting_;
  Seen seen_;
};

}  // namespace

std::vector<std::string> lost_of(const Workload& workload, const Seen& seen) {
  std::vector<std::string> lines;
  const bool alone = workload.kind->kind == "Pod";
  const bool judged = !alone && workload.kind->kind != "StatefulSet";
  for (const PodState& pod : seen.pods) {
    if (pod.ending || judged) continue;
    if (pod.phase == Phase::failed && alone) lines.push_back(line_of(pod));
    if (pod.restarts >= kMostRestarts && pod.reason == "CrashLoopBackOff")
      lines.push_back(base::format("{} (started again {} times)", line_of(pod), pod.restarts));
  }
  return lines;
}

std::vector<std::string> missing_of(const Workload& workload, const Seen& seen) {
  std::vector<std::string> lines;
  std::uint64_t there = 0;
  for (const PodState& pod : seen.pods) {
    if (!pod.ending) ++there;
    if (!is_up(pod) && !is_done(pod)) lines.push_back(line_of(pod));
  }
  if (there < workload.pods)
    lines.push_back(base::format("{} of {} not there yet", workload.pods - there, base::counted(workload.pods, "pod")));
  if (lines.empty() && seen.state.course == Course::settling)
    lines.push_back(base::format("{} {} has not taken up the last change", base::lowered(workload.kind->kind), workload.name));
  if (lines.empty()) return lines;
  for (const kube::Warning& one : seen.warnings)
    lines.push_back(base::format("{} {}: {}: {}", base::lowered(one.kind), one.name, one.reason, one.message));
  if (lines.size() > kMostLines) {
    const std::size_t more = lines.size() - kMostLines;
    lines.resize(kMostLines);
    lines.push_back(base::format("and {} more", more));
  }
  return lines;
}

base::Result<Waited> wait_for(const kube::Client& client, const Workload& workload, const Waiting& waiting) {
  return Waiter(client, workload, waiting).until_end();
}

}  // namespace railhead::flow
