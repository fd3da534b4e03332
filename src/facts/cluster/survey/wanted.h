#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "facts/known.h"

/// What the objects of a job ask of a cluster, in plain terms.
namespace railhead::facts {

/// Thousandths of a core of cpu, bytes of memory and ephemeral-storage, pieces of all else, as NodeAmount has them.
struct WantedAmount {
  std::string name;
  std::uint64_t amount = 0;
};

/// An empty key with Exists is every taint, an empty effect every effect.
struct WantedToleration {
  std::string key;
  std::string op;
  std::string value;
  std::string effect;
};

/// Pods of one template. `running`: those of the same job that hold their share of a node already, by the node's name.
struct WantedPods {
  std::string owner;  // "StatefulSet/trainer"
  std::uint64_t count = 1;
  std::vector<WantedAmount> requests = {};
  std::vector<WantedAmount> limits = {};
  std::map<std::string, std::string> selector = {};
  std::vector<std::string> nodes = {};  // one of these; empty: any
  std::vector<WantedToleration> tolerations = {};
  std::map<std::string, std::uint64_t> running = {};
};

/// A network that the pods attach. `made`: by the objects of the job; `types` and `ipam` are what it will be made of then.
/// `found_mtu`: of the definition in the cluster. What the file does not say is empty or 0.
struct WantedNetwork {
  std::string space;
  std::string name;
  std::string resource;
  std::string subnet;
  std::vector<std::string> exclude = {};
  std::uint32_t mtu = 0;
  std::optional<std::uint32_t> found_mtu = {};
  bool made = false;
  std::vector<std::string> types = {};
  std::vector<std::string> ipam = {};
};

/// Something that pods name: "serviceaccount", "secret", "configmap", "persistentvolumeclaim". Those that the job makes are not
/// among them. `optional`: pods start without it.
struct WantedObject {
  std::string kind;
  std::string name;
  std::string use;  // "as the pods' image pull secret"
  bool optional = false;
  Known<bool> there = {};
};

/// A claim that the job makes. An empty class: the cluster's default.
struct WantedClaim {
  std::string name;
  std::string storage_class;
};

/// A resource of the API that the job's objects need in one version: "mpijobs.kubeflow.org", "v2beta1".
struct WantedApi {
  std::string name;
  std::string version;
  std::string kind;
};

/// One job. `memlock` is the word of railhead.yaml for the way to locked memory. `account_made`, `scc_made`, `space_made`: its
/// own objects make it.
struct WantedJob {
  std::string name;
  std::string space;
  std::string file;  // FILE:LINE
  bool rdma = true;
  std::string memlock = {};
  std::string account = {};
  bool account_made = false;
  std::string scc = {};
  bool scc_made = false;
  bool space_made = false;
  std::vector<WantedPods> pods = {};
  std::vector<WantedNetwork> networks = {};
  std::vector<std::string> rdma_resources = {};
  std::vector<WantedObject> objects = {};
  std::vector<WantedClaim> claims = {};
  std::vector<WantedApi> apis = {};
};

}  // namespace railhead::facts
