// Fields of a profile that are wrong.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/manifest/job/said.h"

namespace railhead::manifest::job {
namespace {

constexpr std::string_view kFile =
    "apiVersion: railhead.dev/v1alpha1\n"
    "kind: ClusterProfile\n"
    "metadata: {name: shore}\n"
    "spec:\n"
    "  fabric: macvlan-roce\n"
    "  rails:\n"
    "    - {network: east, resource: rdma/east, subnet: 10.7.1.0/24}\n"
    "    - {network: west, resource: rdma/west, subnet: 10.7.2.0/24}\n";
constexpr std::string_view kFabric = "  fabric: macvlan-roce\n";

std::string behind(std::string_view lines, std::string_view more) {
  return changed(kFile, lines, std::string(lines).append(more));
}

TEST(WrongClusters, Clusters) {
  expect_said(
      "shore.yaml",
      {
          {"platform-capitals", behind(kFabric, "  platform: OpenShift\n"),
           "shore.yaml:6:13: spec.platform: expected kubernetes or openshift, found \"OpenShift\"; did you mean openshift?\n"},
          {"version-word", behind(kFabric, "  version: latest\n"),
           "shore.yaml:6:12: spec.version: expected a version like 4.18 or 1.33, found \"latest\"\n"},
          {"namespace-capitals", behind(kFabric, "  namespace: Birds\n"),
           "shore.yaml:6:14: spec.namespace: expected a name of small letters, digits and '-', at most 63 characters, found "
           "\"Birds\"; did you mean birds?\n"},
          {"level-unknown", behind(kFabric, "  podSecurity: strict\n"),
           "shore.yaml:6:16: spec.podSecurity: expected privileged, baseline or restricted, found \"strict\"\n"},
          {"create-in-quotes", behind(kFabric, "  createNamespace: \"true\"\n"),
           "shore.yaml:6:21: spec.createNamespace: expected true or false, found \"true\"; write true without quotes\n"},
          {"create-word", behind(kFabric, "  createNamespace: maybe\n"),
           "shore.yaml:6:20: spec.createNamespace: expected true or false, found \"maybe\"\n"},
          {"nodes-number", behind(kFabric, "  nodes: 2\n"),
           "shore.yaml:6:10: spec.nodes: expected a list, found the number 2\n"},
          {"node-twice", behind(kFabric, "  nodes: [cliff-1, cliff-2, cliff-1]\n"),
           "shore.yaml:6:29: spec.nodes[2]: \"cliff-1\" stands in the list already\n"},
          {"node-name", behind(kFabric, "  nodes: [cliff_1]\n"),
           "shore.yaml:6:11: spec.nodes[0]: expected a name of small letters, digits, '-' and '.', at most 253 characters, "
           "found \"cliff_1\"; did you mean cliff-1?\n"},
          {"selector-key", behind(kFabric, "  nodeSelector: {gpu type: h}\n"),
           "shore.yaml:6:18: spec.nodeSelector.gpu type: expected as key a label as NAME or DOMAIN/NAME, found \"gpu type\"\n"},
          {"gpus-word", behind(kFabric, "  gpusPerNode: eight\n"),
           "shore.yaml:6:16: spec.gpusPerNode: expected a whole number from 0 to 64, found \"eight\"\n"},
          {"gpu-resource", behind(kFabric, "  gpuResource: gpu\n"),
           "shore.yaml:6:16: spec.gpuResource: expected an extended resource as DOMAIN/NAME (rdma/hca, openshift.io/rail1), "
           "found \"gpu\"; the nodes' own names have a domain: kubectl get nodes -o yaml, under allocatable\n"},
          {"pull-policy", behind(kFabric, "  imagePullPolicy: always\n"),
           "shore.yaml:6:20: spec.imagePullPolicy: expected Always, IfNotPresent or Never, found \"always\"; did you mean "
           "Always?\n"},
          {"pull-secrets-of-kubernetes", behind(kFabric, "  imagePullSecrets: [{name: hub}]\n"),
           "shore.yaml:6:22: spec.imagePullSecrets[0]: expected a name of small letters, digits, '-' and '.', at most 253 "
           "characters, found a mapping\n"},
          {"storage-text", behind(kFabric, "  storage: fast\n"),
           "shore.yaml:6:12: spec.storage: expected a mapping, found \"fast\"\n"},
          {"scc-of-kubernetes", behind(kFabric, "  scc: rdma\n"),
           "shore.yaml:6:8: spec.scc: expected only with platform: openshift\n"},
          {"account-not-made", behind(kFabric, "  createServiceAccount: false\n"),
           "shore.yaml:5:3: spec.serviceAccount: missing; createServiceAccount: false needs the name of one that is there\n"},
          {"profile-nodes-of-a-job", behind(kFabric, "  image: a\n"), "shore.yaml:6:3: spec.image: there is no such field\n"},
      });
}

TEST(WrongClusters, Tolerations) {
  expect_said("shore.yaml",
              {
                  {"effect-unknown", behind(kFabric, "  tolerations: [{key: gpu, effect: NoExec}]\n"),
                   "shore.yaml:6:36: spec.tolerations[0].effect: expected NoSchedule, PreferNoSchedule or NoExecute, found "
                   "\"NoExec\"\n"},
                  {"value-without-equal", behind(kFabric, "  tolerations: [{key: gpu, operator: Exists, value: x}]\n"),
                   "shore.yaml:6:53: spec.tolerations[0].value: expected only with operator: Equal\n"},
                  {"equal-without-key", behind(kFabric, "  tolerations: [{operator: Equal, value: x}]\n"),
                   "shore.yaml:6:17: spec.tolerations[0].key: missing; operator Equal needs it\n"},
                  {"toleration-text", behind(kFabric, "  tolerations: [gpu]\n"),
                   "shore.yaml:6:17: spec.tolerations[0]: expected a mapping, found \"gpu\"\n"},
              });
}

TEST(WrongClusters, Memlock) {
  expect_said("shore.yaml", {
                                {"way-unknown", behind(kFabric, "  memlock: {via: ulimit}\n"),
                                 "shore.yaml:6:18: spec.memlock.via: expected ipc-lock, sys-resource, launcher, nri, native or "
                                 "none, found \"ulimit\"\n"},
                                {"size-of-ipc-lock", behind(kFabric, "  memlock: {via: ipc-lock, size: 64Gi}\n"),
                                 "shore.yaml:6:34: spec.memlock.size: expected only with via: nri or via: native\n"},
                                {"native-without-size", behind(kFabric, "  memlock: {via: native}\n"),
                                 "shore.yaml:6:12: spec.memlock.size: missing; via: native needs it\n"},
                                {"size-unit", behind(kFabric, "  memlock: {via: nri, size: unlimited}\n"),
                                 "shore.yaml:6:29: spec.memlock.size: expected a size of at least 1Mi, as Kubernetes writes it "
                                 "(64Gi, 500M), found \"unlimited\"\n"},
                                {"memlock-text", behind(kFabric, "  memlock: nri\n"),
                                 "shore.yaml:6:12: spec.memlock: expected a mapping, found \"nri\"\n"},
                            });
}

}  // namespace
}  // namespace railhead::manifest::job
