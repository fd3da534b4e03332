#pragma once

#include <string>
#include <vector>

#include "manifest/yaml/document.h"

namespace railhead::manifest {

/// A pod's metadata and spec where an object holds them. `above` are the mappings and lists around the spec, the object first:
/// that is where the number of its pods stands; `steps` are the keys that lead from each of them to the next ("" in a list) and
/// from the last to the spec. `metadata` is none where the text has none. `path`
/// leads from the object to what has the two: "spec.template", "" for a pod.
struct FoundTemplate {
  Value metadata;
  Value spec;
  std::vector<Value> above;
  std::vector<std::string> steps = {};
  std::string path = {};
};

/// "spec.template" of a Deployment, "spec.replicatedJobs[].template.spec.template" of a JobSet: the first `depth` steps.
std::string path_of(const FoundTemplate& found, std::size_t depth);

/// Every pod template of an object, of whatever kind: a pod's spec is the mapping that has a list of containers, and its
/// metadata stands beside it. So Pod, Deployment, StatefulSet, DaemonSet, Job, CronJob, JobSet, the jobs of Kubeflow, MPIJob,
/// LeaderWorkerSet, RayCluster, RayJob, Volcano's Job and kinds of which nobody heard are found alike, and a fragment that
/// begins at any level too. At most 256 of an object.
std::vector<FoundTemplate> pod_templates(const Value& object);

}  // namespace railhead::manifest
