#include "kube/objects/workload.h"

#include <nlohmann/json.hpp>

#include "base/format.h"
#include "kube/objects/json.h"

namespace railhead::kube {
namespace {

using Json = nlohmann::json;

std::int64_t number_of(const Json& object, const char* name) {
  const Json& value = member(object, name);
  return value.is_number_integer() ? value.get<std::int64_t>() : 0;
}

/// Job: Complete, Failed (batch/v1). MPIJob: Succeeded, Failed (kubeflow.org common JobConditionType). JobSet: Completed,
/// Failed (jobset.x-k8s.io JobSetConditionType).
WorkloadState by_conditions(const Json& status) {
  const Json& conditions = member(status, "conditions");
  if (!conditions.is_array()) return {};
  for (const Json& one : conditions) {
    if (text_of(one, "status") != "True") continue;
    const std::string type = text_of(one, "type");
    if (type == "Complete" || type == "Completed" || type == "Succeeded") return {.course = Course::succeeded};
    if (type != "Failed") continue;
    return {.course = Course::failed, .message = base::format("{}: {}", text_of(one, "reason"), text_of(one, "message"))};
  }
  return {};
}

/// Until its controller has seen the last change, and has replaced the pods of the one before, its pods are others' (apps/v1
/// StatefulSetStatus: observedGeneration, currentRevision, updateRevision).
bool is_settling(const Json& object) {
  const Json& status = member(object, "status");
  if (number_of(status, "observedGeneration") < number_of(member(object, "metadata"), "generation")) return true;
  const std::string next = text_of(status, "updateRevision");
  if (next.empty() || text_of(status, "currentRevision") == next) return false;
  return number_of(status, "updatedReplicas") < number_of(member(object, "spec"), "replicas");
}

}  // namespace

WorkloadState workload_state_of(const Json& object) {
  if (text_of(object, "kind") == "StatefulSet") return {.course = is_settling(object) ? Course::settling : Course::running};
  return by_conditions(member(object, "status"));
}

Answer<WorkloadState> workload_state(const Client& client, const Kind& kind, const std::string& space,
                                     const std::string& name) {
  if (kind.kind == "Pod") return WorkloadState{};
  const auto object = object_at(client, path_of(kind, space, name));
  if (!object) return std::unexpected(object.error());
  return workload_state_of(*object);
}

}  // namespace railhead::kube
