#include "kube/objects/pods.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "base/format.h"
#include "base/text.h"
#include "kube/in_url.h"
#include "kube/objects/json.h"

namespace railhead::kube {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostWarnings = 4096;
constexpr std::array<std::pair<const char*, Phase>, 4> kPhases = {
    {{"Pending", Phase::pending}, {"Running", Phase::running}, {"Succeeded", Phase::succeeded}, {"Failed", Phase::failed}}};

void take_reason(PodState& pod, const Json& from) {
  if (!pod.reason.empty()) return;
  pod.reason = text_of(from, "reason");
  pod.message = text_of(from, "message");
}

/// A container that waits says why; one that ended badly too. "ContainerCreating" and "PodInitializing" keep nobody up.
void take_containers(PodState& pod, const Json& statuses) {
  if (!statuses.is_array()) return;
  for (const Json& one : statuses) {
    const Json& restarts = member(one, "restartCount");
    if (restarts.is_number_unsigned()) pod.restarts += restarts.get<std::uint64_t>();
    const Json& state = member(one, "state");
    const Json& waiting = member(state, "waiting");
    const std::string why = text_of(waiting, "reason");
    if (!why.empty() && why != "ContainerCreating" && why != "PodInitializing") take_reason(pod, waiting);
    const Json& ended = member(state, "terminated");
    const Json& code = member(ended, "exitCode");
    if (!code.is_number_integer() || code.get<std::int64_t>() == 0) continue;
    take_reason(pod, ended);
    if (pod.message.empty())
      pod.message = base::format("container {} ended with exit code {}", text_of(one, "name"), code.get<std::int64_t>());
  }
}

void take_conditions(PodState& pod, const Json& conditions) {
  if (!conditions.is_array()) return;
  for (const Json& one : conditions) {
    const std::string type = text_of(one, "type");
    const bool holds = text_of(one, "status") == "True";
    if (type == "Ready") pod.ready = holds;
    if (type == "PodScheduled" && !holds) take_reason(pod, one);
  }
}

/// Events of events.k8s.io have eventTime alone.
std::string time_of(const Json& event) {
  for (const char* name : {"lastTimestamp", "eventTime", "firstTimestamp"})
    if (std::string time = text_of(event, name); !time.empty()) return time;
  return text_of(member(event, "metadata"), "creationTimestamp");
}

}  // namespace

PodState pod_state_of(const Json& object) {
  const Json& status = member(object, "status");
  PodState pod{.name = text_of(member(object, "metadata"), "name"), .node = text_of(member(object, "spec"), "nodeName")};
  pod.ending = member(member(object, "metadata"), "deletionTimestamp").is_string();
  pod.phase = Phase::unknown;
  for (const auto& [name, phase] : kPhases)
    if (text_of(status, "phase") == name) pod.phase = phase;
  if (pod.phase == Phase::failed) take_reason(pod, status);  // Evicted, and of kubelet's admission
  take_containers(pod, member(status, "initContainerStatuses"));
  take_containers(pod, member(status, "containerStatuses"));
  take_conditions(pod, member(status, "conditions"));
  take_reason(pod, status);
  return pod;
}

std::string stands(const PodState& pod) {
  std::string word = "Unknown";
  for (const auto& [name, phase] : kPhases)
    if (pod.phase == phase) word = name;
  if (pod.ending) word = "Terminating";
  if (pod.phase == Phase::running && !pod.ready && !pod.ending) word = "Running, not ready";
  return pod.reason.empty() ? word : word + ": " + pod.reason;
}

Answer<std::vector<PodState>> pods_of(const Client& client, const std::string& space, const std::string& selector) {
  std::vector<PodState> pods;
  const std::string path = base::format("/api/v1/namespaces/{}/pods?labelSelector={}", space, in_url(selector));
  const auto answers = asked(client, {{.path = path, .take = [&](const Json& one) { pods.push_back(pod_state_of(one)); }}});
  if (!answers.front()) return std::unexpected(answers.front().error());
  std::ranges::sort(pods, base::natural_less, &PodState::name);
  return pods;
}

Answer<std::vector<Warning>> warnings_in(const Client& client, const std::string& space, const std::string& prefix) {
  std::vector<Warning> warnings;
  const auto take = [&](const Json& event) {
    const Json& object = member(event, "involvedObject");
    Warning warning{.kind = text_of(object, "kind"),
                    .name = text_of(object, "name"),
                    .reason = text_of(event, "reason"),
                    .message = text_of(event, "message"),
                    .when = time_of(event),
                    .version = text_of(member(event, "metadata"), "resourceVersion")};
    if (warning.name.starts_with(prefix) && warnings.size() < kMostWarnings) warnings.push_back(std::move(warning));
  };
  const std::string path = base::format("/api/v1/namespaces/{}/events?fieldSelector=type%3DWarning", space);
  const auto answers = asked(client, {{.path = path, .take = take}});
  if (!answers.front()) return std::unexpected(answers.front().error());
  return warnings;
}

std::vector<Warning> new_warnings(const std::vector<Warning>& all, const std::vector<Warning>& known) {
  std::set<std::string_view> versions;
  for (const Warning& one : known) versions.insert(one.version);
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, const Warning*> newest;
  for (const Warning& one : all) {
    if (versions.contains(one.version)) continue;
    const Warning*& place = newest[{one.kind, one.name, one.reason}];
    if (!place || place->when <= one.when) place = &one;
  }
  std::vector<Warning> found;
  found.reserve(newest.size());
  for (const auto& [key, warning] : newest) found.push_back(*warning);
  return found;
}

}  // namespace railhead::kube
