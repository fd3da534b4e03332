#include "flow/verify/missing.h"

#include "base/format.h"
#include "base/text.h"

namespace railhead::flow {
namespace {

/// "is Pending", and of a container that is not running in a pod that is, that.
std::string state_of(const facts::Pod& pod) {
  if (pod.phase == "Failed") return "has failed";
  if (pod.phase == "Succeeded") return "has ended";
  if (pod.terminating) return "is being deleted";
  if (pod.phase == "Running") return base::format("its container '{}' is not running", pod.container);
  return pod.phase.empty() ? "has no phase" : "is " + pod.phase;
}

}  // namespace

std::string why_not_running(const facts::Pod& pod) {
  constexpr std::size_t kMost = 200;
  std::string why = base::one_line(pod.message);
  if (why.size() > kMost) why = why.substr(0, kMost) + "...";
  if (!pod.reason.empty()) why = pod.reason + (why.empty() ? "" : ": ") + why;
  return why.empty() ? state_of(pod) : base::format("{} ({})", state_of(pod), why);
}

}  // namespace railhead::flow
