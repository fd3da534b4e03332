#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "manifest/render/plan.h"
#include "manifest/yaml/yaml.h"

/// Jobs, profiles and workloads made by hand, for the tests of this folder.
namespace railhead::manifest::render::made_by_hand {

inline job::TrainingJob ring() {
  job::TrainingJob job;
  job.name = "ring";
  job.space = "wind-tunnel";
  job.nodes = 3;
  return job;
}

inline job::Rail rail(std::string network, std::string resource, std::string subnet, std::string interface) {
  job::Rail rail;
  rail.network = std::move(network);
  rail.resource = std::move(resource);
  rail.subnet = std::move(subnet);
  rail.interface = std::move(interface);
  return rail;
}

/// Two rails on OpenShift, whose attachments are to be made.
inline job::ClusterProfile lab(job::Fabric fabric = job::Fabric::sriov_roce) {
  job::ClusterProfile cluster;
  cluster.name = "lab";
  cluster.platform = job::Platform::openshift;
  cluster.version = "4.17";
  cluster.fabric = fabric;
  cluster.networks = job::NetworksBy::attachments;
  const bool infiniband = !job::is_roce(fabric);
  cluster.rails = {rail("north", "vendor.example/north", "198.51.100.0/26", infiniband ? "ib4" : "ens4f0"),
                   rail("south", "vendor.example/south", "198.51.100.64/26", infiniband ? "ib5" : "ens5f0")};
  return cluster;
}

/// The pod of a workload. `security` is that of its one container, `more` further members of the pod's spec.
inline std::string pod_template(const Plan& plan, const std::string& security, const std::string& more = "") {
  std::string annotations;
  std::vector<std::string> units;
  if (plan.rdma()) {
    std::vector<std::string> names;
    for (const job::Rail& rail : plan.cluster.rails) {
      names.push_back(rail.network);
      const std::string unit = base::format("{}: 1", rail.resource);
      if (std::ranges::find(units, unit) == units.end()) units.push_back(unit);
    }
    annotations = base::format("annotations: {{k8s.v1.cni.cncf.io/networks: \"{}\"}}, ", base::joined(names, ", "));
  }
  units.emplace_back("nvidia.com/gpu: 8");
  units.emplace_back("memory: 64Gi");
  const std::string all = base::joined(units, ", ");
  return base::format(
      "    metadata: {{{0}labels: {{app: ring}}}}\n"
      "    spec: {{serviceAccountName: {1}, automountServiceAccountToken: false, {2}volumes: [{{name: shm, emptyDir: {{medium: "
      "Memory, sizeLimit: 8Gi}}}}],\n"
      "      affinity: {{podAntiAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: [{{topologyKey: "
      "kubernetes.io/hostname, labelSelector: {{matchLabels: {{app: ring}}}}}}]}}}},\n"
      "      containers: [{{name: solver, image: \"registry.example/solver:3\", securityContext: {{{3}}}, volumeMounts: "
      "[{{name: "
      "shm, mountPath: /dev/shm}}],\n"
      "        resources: {{requests: {{{4}}}, limits: {{{4}}}}}}}]}}\n",
      annotations, plan.service_account(), more, security, all);
}

inline std::vector<Object> stateful_set(const Plan& plan, const std::string& security, const std::string& more = "") {
  const std::string text = base::format(
      "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {{name: {0}, namespace: {1}}}\nspec:\n"
      "  serviceName: {0}\n  replicas: {2}\n  podManagementPolicy: Parallel\n  selector: {{matchLabels: {{app: "
      "ring}}}}\n  template:\n{3}",
      plan.job.name, plan.space(), plan.job.nodes, pod_template(plan, security, more));
  return {{.kind = "StatefulSet", .name = plan.job.name, .space = plan.space(), .text = text}};
}

constexpr const char* kLocks = "capabilities: {add: [IPC_LOCK]}";
constexpr const char* kPlain = "allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}";

/// An object read back.
struct Again {
  explicit Again(const Object& object) : parsed(parse_yaml(object.text)) {
    EXPECT_TRUE(parsed.errors.empty()) << object.text;
    EXPECT_EQ(parsed.documents.size(), 1U) << object.text;
    EXPECT_TRUE(object.text.ends_with('\n'));
    const Value value = root();
    EXPECT_EQ(value["kind"].text(), object.kind);
    EXPECT_EQ(value["metadata"]["name"].text(), object.name);
    EXPECT_EQ(value["metadata"]["namespace"].text().value_or(""), object.space);
  }
  Value root() const { return parsed.documents.empty() ? Value() : Value(parsed.documents[0]); }
  Parsed parsed;
};

inline std::vector<std::string> names(const std::vector<Object>& objects) {
  std::vector<std::string> all;
  all.reserve(objects.size());
  for (const Object& object : objects) all.push_back(object.kind + "/" + object.name);
  return all;
}

/// What an error says, with what to do behind it.
template <class T>
std::string said(const base::Result<T>& result) {
  return result ? "no error" : result.error().message + " | " + result.error().suggestion;
}

}  // namespace railhead::manifest::render::made_by_hand
