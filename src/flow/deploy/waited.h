#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "kube/objects/pods.h"
#include "kube/objects/workload.h"

namespace railhead::flow {

/// A job as the cluster sees it.
struct Workload {
  const kube::Kind* kind = nullptr;
  std::string space;
  std::string name;
  std::string selector;    // labels of its pods
  std::uint64_t pods = 1;  // that it should have
};

/// What is seen of it at one moment. `warnings` are those that were not there before deploy began.
struct Seen {
  std::vector<kube::PodState> pods;
  std::vector<kube::Warning> warnings;
  kube::WorkloadState state;
  bool answered = true;  // false: the API server did not; the rest is as it was before
};

enum class End : std::uint8_t { ready, succeeded, failed, timed_out, interrupted };

/// How the waiting ended. `why`: of failed what failed, of timed_out what is missing, a line each.
struct Waited {
  End end = End::ready;
  std::vector<std::string> why = {};
  Seen last = {};
};

struct Waiting {
  std::chrono::milliseconds limit = std::chrono::minutes(10);
  std::chrono::milliseconds pause = std::chrono::seconds(1);  // between two looks
  std::vector<kube::Warning> known = {};                      // from before
  std::function<bool()> wanted = [] { return true; };
  std::function<void(const Seen&)> seen = [](const Seen&) {};  // each look
};

/// Until all pods are ready, or the job ended, or cannot start. An error where the cluster may not be asked.
base::Result<Waited> wait_for(const kube::Client& client, const Workload& workload, const Waiting& waiting);

/// Pods that will not come to run, whatever time they get. One that failed is another's to replace, but for a pod that stands
/// alone; whether a Job, MPIJob or JobSet has failed is its controller's to say, which starts pods again.
std::vector<std::string> lost_of(const Workload& workload, const Seen& seen);

/// What is missing until all pods are ready, a line each: "trainer-1: Pending: Unschedulable: 0/2 nodes are available: ...".
/// `missing` pods that are not there at all have the warnings of their controller.
std::vector<std::string> missing_of(const Workload& workload, const Seen& seen);

}  // namespace railhead::flow
