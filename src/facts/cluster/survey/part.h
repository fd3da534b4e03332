#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "facts/cluster/survey/object.h"
#include "facts/known.h"

namespace railhead::facts {

/// A resource of a quota, as it is written: "requests.nvidia.com/gpu", "16", "8". `used` is empty before the first count.
struct QuotaAmount {
  std::string resource;
  std::string hard;
  std::string used;
};

/// `scoped`: it counts some pods alone, by their class or priority.
struct Quota {
  std::string name;
  std::vector<QuotaAmount> amounts;
  bool scoped = false;
};

/// The namespace that the survey is about.
struct SurveyedSpace {
  std::string name;
  Known<bool> exists = {};
  Known<std::map<std::string, std::string>> labels = {};       // those of Pod Security
  Known<std::map<std::string, std::string>> annotations = {};  // those of OpenShift's ranges
  Known<std::vector<Quota>> quotas = {};
  Known<std::vector<SurveyedObject>> limit_ranges = {};
  Known<std::vector<std::string>> accounts = {};  // service accounts
};

struct StorageClass {
  std::string name;
  std::string provisioner;
  bool is_default = false;
};

/// A resource of the RDMA shared device plugin: one device for many pods.
struct SharedPool {
  std::string resource;                      // with its prefix
  std::vector<std::string> interfaces = {};  // on the nodes
  std::string link = {};                     // "infiniband", "ethernet"; empty where its configuration does not say
  std::string source = {};
};

/// A program that RDMA or GPU jobs need on the nodes, found as a DaemonSet by its image or name.
struct StackPart {
  std::string part;    // "multus", "whereabouts", "sriov-cni", "nri-plugin"; the words of kube/survey/stack.cc
  std::string object;  // "DaemonSet kube-system/kube-multus-ds"
  std::string image;
  std::uint64_t wanted = 0;  // nodes
  std::uint64_t ready = 0;
};

/// A resource of an operator that jobs or networks may need. `versions` in which it is served; empty: it is not there.
struct SurveyedApi {
  std::string name;  // "mpijobs.kubeflow.org"
  Known<std::vector<std::string>> versions = {};

  /// False where it is not known, too.
  bool served() const { return versions && !versions->empty(); }
};

}  // namespace railhead::facts
