#pragma once

#include <cstdint>
#include <string>

#include "kube/client.h"
#include "kube/objects/kinds.h"

namespace railhead::kube {

/// What its controller says of a workload. settling: it has not taken up the last change yet.
enum class Course : std::uint8_t { settling, running, succeeded, failed };

struct WorkloadState {
  Course course = Course::running;
  std::string message = {};  // of failed
};

/// By `status` of a StatefulSet, Job, MPIJob or JobSet; a Pod is its own, and always running here.
Answer<WorkloadState> workload_state(const Client& client, const Kind& kind, const std::string& space, const std::string& name);

/// The same of an object that was read.
WorkloadState workload_state_of(const nlohmann::json& object);

}  // namespace railhead::kube
