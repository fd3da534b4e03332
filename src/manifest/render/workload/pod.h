#pragma once

#include <string>
#include <utility>
#include <vector>

#include "manifest/render/plan.h"
#include "manifest/render/workload/volumes.h"

/// Pods of a job before `inject` puts in what RDMA needs.
namespace railhead::manifest::render {

using Variables = std::vector<std::pair<std::string, std::string>>;

/// The container that runs the job. The same name in every kind, so that `kubectl logs -c main` works in all; only kinds that
/// are not rendered here ask for another (k8s.pytorchjob.container-name).
constexpr const char* kMain = "main";

/// What differs between the pods of the kinds and their roles.
struct PodShape {
  std::string container = kMain;
  std::string restart = {};    // restartPolicy; empty: that of the object
  std::string subdomain = {};  // of pods whose kind does not set it
  std::vector<std::string> command = {};
  Variables variables = {};                    // what the job itself sets wins over them
  std::vector<std::string> capabilities = {};  // that the program needs, besides those that RDMA does
  bool root = false;                           // the program works as root alone
  PodRole role = PodRole::node;
  bool small = false;  // no GPUs and little else, whatever the job asks for
};

/// spec of a pod.
Tree pod_spec(const Plan& plan, const PodShape& shape);
/// metadata with the job's labels, and spec: a template of pods.
Tree pod_template(const Plan& plan, const PodShape& shape);

}  // namespace railhead::manifest::render
