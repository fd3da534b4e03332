#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kube/client.h"

namespace railhead::kube {

enum class Phase : std::uint8_t { pending, running, succeeded, failed, unknown };

/// Where a pod stands. `reason` is the short word for what keeps it, of a container, the scheduler or the pod itself:
/// "ImagePullBackOff", "Unschedulable", "Evicted"; `message` is what goes with it.
struct PodState {
  std::string name;
  std::string node;  // empty: none yet
  Phase phase = Phase::pending;
  bool ready = false;
  bool ending = false;
  std::uint64_t restarts = 0;
  std::string reason = {};
  std::string message = {};
};

/// What an object of the API says of its pod.
PodState pod_state_of(const nlohmann::json& object);

/// The pod as one word with its reason: "Running", "Pending: Unschedulable".
std::string stands(const PodState& pod);

/// Pods with all of these labels ("app.kubernetes.io/instance=a,..."), ordered by name as people do.
Answer<std::vector<PodState>> pods_of(const Client& client, const std::string& space, const std::string& selector);

/// What the cluster says against an object: an event of type Warning.
struct Warning {
  std::string kind;  // of the object: "Pod", "StatefulSet"
  std::string name;
  std::string reason;  // "FailedCreate"
  std::string message;
  std::string when;     // RFC 3339, by a clock of the cluster
  std::string version;  // of the event: another one when it happened again
};

/// Those of a namespace about objects whose name begins with `prefix`; at most 4,096.
Answer<std::vector<Warning>> warnings_in(const Client& client, const std::string& space, const std::string& prefix);

/// Of those that are not among `known`, the newest of each object and reason. What is new is told by the versions of the
/// events: clocks of a cluster need not agree with each other.
std::vector<Warning> new_warnings(const std::vector<Warning>& all, const std::vector<Warning>& known);

}  // namespace railhead::kube
