#include "kube/pods/list.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "kube/in_url.h"
#include "kube/objects/json.h"

namespace railhead::kube {
namespace {

using Json = nlohmann::json;
using facts::Pod;

constexpr const char* kDefaultContainer = "kubectl.kubernetes.io/default-container";
constexpr std::string_view kLauncherFolder = "/opt/railhead";
constexpr unsigned kMostAbsent = 1000;

/// The member of that path; null where something on the way is missing or of another kind.
const Json& at(const Json& object, std::initializer_list<const char*> path) {
  const Json* here = &object;
  for (const char* name : path) here = &member(*here, name);
  return *here;
}

std::string text_at(const Json& object, std::initializer_list<const char*> path) {
  const Json& found = at(object, path);
  return found.is_string() ? base::one_line(found.get<std::string>()) : std::string();
}

bool has_launcher(const Json& container) {
  const Json& mounts = at(container, {"volumeMounts"});
  return mounts.is_array() && std::ranges::any_of(mounts, [](const Json& mount) {
           return text_at(mount, {"mountPath"}).starts_with(kLauncherFolder);
         });
}

std::string container_of(const Json& pod, const std::string& wanted) {
  if (!wanted.empty()) return wanted;
  if (std::string named = text_at(pod, {"metadata", "annotations", kDefaultContainer}); !named.empty()) return named;
  const Json& containers = at(pod, {"spec", "containers"});
  if (!containers.is_array() || containers.empty()) return {};
  const auto found = std::ranges::find_if(containers, has_launcher);
  return text_at(found == containers.end() ? containers.front() : *found, {"name"});
}

/// The status of the container; null where it has none yet.
const Json& status_of(const Json& pod, const std::string& container) {
  static const Json none;
  const Json& all = at(pod, {"status", "containerStatuses"});
  if (!all.is_array()) return none;
  const auto found = std::ranges::find_if(all, [&](const Json& each) { return text_at(each, {"name"}) == container; });
  return found == all.end() ? none : *found;
}

/// Why the scheduler or the kubelet has not started it: the first condition that is not true and has a message.
void tell_condition(const Json& object, Pod& pod) {
  const Json& conditions = at(object, {"status", "conditions"});
  if (!conditions.is_array()) return;
  for (const Json& each : conditions) {
    if (text_at(each, {"status"}) != "False" || text_at(each, {"message"}).empty()) continue;
    pod.reason = text_at(each, {"reason"});
    pod.message = text_at(each, {"message"});
    return;
  }
}

void tell_why(const Json& object, Pod& pod) {
  const Json& state = at(status_of(object, pod.container), {"state"});
  pod.running = pod.phase == "Running" && at(state, {"running"}).is_object();
  pod.reason = text_at(object, {"status", "reason"});
  pod.message = text_at(object, {"status", "message"});
  if (pod.running || !pod.reason.empty()) return;
  for (const char* what : {"waiting", "terminated"}) {
    pod.reason = text_at(state, {what, "reason"});
    pod.message = text_at(state, {what, "message"});
    const Json& code = at(state, {what, "exitCode"});
    if (code.is_number_integer() && pod.message.empty()) pod.message = base::format("exit code {}", code.get<std::int64_t>());
    if (!pod.reason.empty()) return;
  }
  tell_condition(object, pod);
}

std::optional<unsigned> small_number(std::string_view text) {
  const auto value = base::unsigned_number(text);
  if (!value || *value > 1000000) return std::nullopt;
  return static_cast<unsigned>(*value);
}

std::optional<unsigned> place_of(const Json& object, const Pod& pod) {
  for (const char* label : {"apps.kubernetes.io/pod-index", "batch.kubernetes.io/job-completion-index",
                            "training.kubeflow.org/replica-index", "leaderworkerset.sigs.k8s.io/worker-index"})
    if (const auto place = small_number(text_at(object, {"metadata", "labels", label}))) return place;
  if (const auto place = small_number(text_at(object, {"metadata", "annotations", "batch.kubernetes.io/job-completion-index"})))
    return place;
  // Before 1.28 the name of a StatefulSet's pod alone tells its ordinal.
  if (pod.owner_kind != "StatefulSet" || !pod.name.starts_with(pod.owner_name + "-")) return std::nullopt;
  return small_number(std::string_view(pod.name).substr(pod.owner_name.size() + 1));
}

void tell_owner(const Json& object, Pod& pod) {
  const Json& owners = at(object, {"metadata", "ownerReferences"});
  if (!owners.is_array()) return;
  for (const Json& owner : owners) {
    const Json& controls = at(owner, {"controller"});
    if (!controls.is_boolean() || !controls.get<bool>()) continue;
    pod.owner_kind = text_at(owner, {"kind"});
    pod.owner_name = text_at(owner, {"name"});
  }
}

/// What pods of one place share; empty for a pod without a place.
std::string place_key(const Pod& pod) {
  return pod.place ? base::format("{}/{}/{}", pod.owner_kind, pod.owner_name, *pod.place) : std::string();
}

bool is_over(const Pod& pod) { return pod.phase == "Failed" || pod.phase == "Succeeded"; }

void leave_out_replaced(std::vector<Pod>& pods) {
  std::set<std::string> alive;
  for (const Pod& pod : pods)
    if (!is_over(pod) && pod.place) alive.insert(place_key(pod));
  std::erase_if(pods, [&](const Pod& pod) { return is_over(pod) && alive.contains(place_key(pod)); });
}

std::string pods_path(const std::string& space) { return "/api/v1/namespaces/" + space + "/pods"; }

/// The places that an owner fills: from `first`, `count` of them.
struct Places {
  unsigned first = 0;
  unsigned count = 0;
};

std::optional<unsigned> count_at(const Json& object, std::initializer_list<const char*> path) {
  const Json& found = at(object, path);
  if (!found.is_number_unsigned() || found.get<std::uint64_t>() > 1000000) return std::nullopt;
  return found.get<unsigned>();
}

/// Nothing where its kind is another, it cannot be read, or it does not run all of its pods at once.
std::optional<Places> places_of(const Client& client, const Pod& pod) {
  const bool set = pod.owner_kind == "StatefulSet";
  if (!set && pod.owner_kind != "Job") return std::nullopt;
  const auto object = object_at(client, base::format("/apis/{}/v1/namespaces/{}/{}/{}", set ? "apps" : "batch", pod.space,
                                                     set ? "statefulsets" : "jobs", pod.owner_name));
  if (!object) return std::nullopt;
  const auto count = count_at(*object, {"spec", set ? "replicas" : "completions"});
  if (!count) return std::nullopt;
  if (set) return Places{count_at(*object, {"spec", "ordinals", "start"}).value_or(0), *count};
  const auto at_once = count_at(*object, {"spec", "parallelism"});
  if (!at_once || *at_once < *count) return std::nullopt;
  return Places{0, *count};
}

/// Without what the owner says: those between its first and its last.
Places places_between(const std::set<unsigned>& places) { return {*places.begin(), *places.rbegin() - *places.begin() + 1}; }

/// The pod that is not there, of a place of the owner of `other`.
Pod pod_in(const Pod& other, unsigned place) {
  return {.name = base::format("{}-{}", other.owner_name, place),
          .space = other.space,
          .reason = "there is no such pod",
          .owner_kind = other.owner_kind,
          .owner_name = other.owner_name,
          .place = place};
}

}  // namespace

Pod pod_of(const Json& object, const std::string& container) {
  Pod pod{.name = text_at(object, {"metadata", "name"}),
          .space = text_at(object, {"metadata", "namespace"}),
          .node = text_at(object, {"spec", "nodeName"}),
          .phase = text_at(object, {"status", "phase"}),
          .container = container_of(object, container),
          .terminating = at(object, {"metadata", "deletionTimestamp"}).is_string()};
  pod.job = text_at(object, {"metadata", "labels", "app.kubernetes.io/instance"});
  for (const char* label : {"training.kubeflow.org/job-role", "training.kubeflow.org/replica-type"})
    pod.launcher = pod.launcher || base::lowered(text_at(object, {"metadata", "labels", label})) == "launcher";
  tell_owner(object, pod);
  pod.place = place_of(object, pod);
  tell_why(object, pod);
  return pod;
}

Answer<std::vector<Pod>> job_pods(const Client& client, const PodChoice& choice) {
  std::vector<Pod> pods;
  const std::string query = choice.selector.empty() ? "" : "?labelSelector=" + in_url(choice.selector);
  const auto take = [&](const Json& object) {
    if (Pod pod = pod_of(object, choice.container); !pod.name.empty()) pods.push_back(std::move(pod));
  };
  const std::vector<Answer<void>> answers = asked(client, {{.path = pods_path(choice.space) + query, .take = take}});
  if (!answers.front()) return std::unexpected(answers.front().error());
  leave_out_replaced(pods);
  std::ranges::sort(pods, base::natural_less, &Pod::name);
  return pods;
}

std::vector<Answer<Pod>> pods_now(const Client& client, const std::vector<Pod>& pods) {
  std::vector<Answer<Pod>> now(pods.size());
  std::vector<Asked> all;
  all.reserve(pods.size());
  for (std::size_t i = 0; i < pods.size(); ++i)
    all.push_back({.path = pods_path(pods[i].space) + "/" + pods[i].name,
                   .take = [&now, &pods, i](const Json& object) { now[i] = pod_of(object, pods[i].container); }});
  const std::vector<Answer<void>> answers = asked(client, all);
  for (std::size_t i = 0; i < pods.size(); ++i)
    if (!answers[i]) now[i] = std::unexpected(answers[i].error());
  return now;
}

std::vector<Pod> absent_pods(const Client& client, const std::vector<Pod>& pods) {
  std::map<std::string, std::pair<const Pod*, std::set<unsigned>>> owners;
  for (const Pod& pod : pods) {
    if (!pod.place || pod.owner_name.empty()) continue;
    auto& [first, places] = owners[pod.owner_kind + "/" + pod.owner_name];
    if (first == nullptr) first = &pod;
    places.insert(*pod.place);
  }
  std::vector<Pod> absent;
  for (const auto& [key, owner] : owners) {
    const auto& [first, places] = owner;
    const Places all = places_of(client, *first).value_or(places_between(places));
    for (unsigned place = all.first; place < all.first + all.count && absent.size() < kMostAbsent; ++place)
      if (!places.contains(place)) absent.push_back(pod_in(*first, place));
  }
  // A selector may have left out some that are there; the pods of a StatefulSet alone have names that are known.
  const std::vector<Answer<Pod>> now = pods_now(client, absent);
  std::vector<Pod> gone;
  for (std::size_t i = 0; i < absent.size(); ++i)
    if (!now[i] && now[i].error().trouble == Trouble::not_found) gone.push_back(std::move(absent[i]));
  return gone;
}

}  // namespace railhead::kube
