#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "facts/known.h"

namespace railhead::facts {

/// A label of a pod, or one that a selector asks for.
struct Label {
  std::string name;
  std::string value;
  std::string source;
};

/// How an object makes pods out of a template. `role`: which of several templates of one object it is ("Worker", "Launcher",
/// the name of a replicated job), "" where there is one. `path`: where in the object the template stands ("spec.template"), ""
/// where the object is the pod. What does not go with the object's kind is not asked.
struct Workload {
  std::string space = {};  // namespace of the object, empty where the text does not say
  std::string role = {};
  std::string path = {};
  std::vector<Label> labels = {};      // of the pods
  Known<std::string> service;          // serviceName of a StatefulSet
  Known<std::string> subdomain;        // of the pods
  Known<std::string> management;       // podManagementPolicy of a StatefulSet
  Known<std::string> completion_mode;  // of a Job
  Known<std::uint64_t> parallelism;    // of a Job
  Known<std::uint64_t> completions;    // of a Job
  Known<std::string> spread;           // what keeps two of the pods off one node: "podAntiAffinity"
  Known<std::string> readiness;        // the first container with a readinessProbe
  Known<std::string> mpi;              // mpiImplementation of an MPIJob
  Known<std::string> runtime;          // runtimeRef of a TrainJob
};

}  // namespace railhead::facts
