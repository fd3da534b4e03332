// Parts of a job that are wrong, and fields that do not go together.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/manifest/job/said.h"

namespace railhead::manifest::job {
namespace {

constexpr std::string_view kFile =
    "apiVersion: railhead.dev/v1alpha1\n"
    "kind: TrainingJob\n"
    "metadata: {name: tern, namespace: birds}\n"
    "spec:\n"
    "  cluster: shore.yaml\n"
    "  image: registry.example/tern:2\n"
    "  nodes: 2\n"
    "  command: [python3, tern.py]\n";
constexpr std::string_view kNodes = "  nodes: 2\n";
constexpr std::string_view kCommand = "  command: [python3, tern.py]\n";
constexpr std::string_view kCluster = "  cluster: shore.yaml\n";

std::string instead(std::string_view lines, std::string_view other) { return changed(kFile, lines, other); }
std::string behind(std::string_view lines, std::string_view more) {
  return changed(kFile, lines, std::string(lines).append(more));
}

TEST(WrongJobParts, Commands) {
  expect_said("tern.yaml",
              {
                  {"command-missing", instead(kCommand, ""),
                   "tern.yaml:5:3: spec: expected command, script or scriptFile, found none of them\n"},
                  {"command-text", instead(kCommand, "  command: python3 tern.py\n"),
                   "tern.yaml:8:12: spec.command: expected a list, found \"python3 tern.py\"; write [python3, tern.py]\n"},
                  {"command-empty", instead(kCommand, "  command: []\n"),
                   "tern.yaml:8:12: spec.command: expected at least 1 entry, found none\n"},
                  {"command-nested", instead(kCommand, "  command: [python3, [tern.py]]\n"),
                   "tern.yaml:8:22: spec.command[1]: expected text, found a list\n"},
                  {"command-and-script", behind(kCommand, "  script: python3 tern.py\n"),
                   "tern.yaml:9:3: spec.script: expected command or script, found both\n"},
                  {"script-and-file", instead(kCommand, "  script: python3 tern.py\n  scriptFile: tern.sh\n"),
                   "tern.yaml:9:3: spec.scriptFile: expected script or scriptFile, found both\n"},
                  {"script-empty", instead(kCommand, "  script: \"\"\n"),
                   "tern.yaml:8:12: spec.script: expected the text of a script, at most 1000 KiB, found \"\"\n"},
                  {"script-name-alone", behind(kCommand, "  scriptName: tern.sh\n"),
                   "tern.yaml:9:3: spec.scriptName: expected only beside script or scriptFile\n"},
                  {"script-name-path", instead(kCommand, "  scriptFile: tern.sh\n  scriptName: bin/tern.sh\n"),
                   "tern.yaml:9:15: spec.scriptName: expected a key of letters, digits, '-', '_' and '.', at most 253 "
                   "characters, found \"bin/tern.sh\"\n"},
              });
}

TEST(WrongJobParts, Amounts) {
  expect_said("tern.yaml",
              {
                  {"memory-in-GB", behind(kCommand, "  resources: {memory: 64GB}\n"),
                   "tern.yaml:9:23: spec.resources.memory: expected a size of at least 1Mi, as Kubernetes writes it (64Gi, "
                   "500M), found \"64GB\"; write 64G (10^9 bytes each) or 64Gi (2^30)\n"},
                  {"memory-in-thousandths", behind(kCommand, "  resources: {memory: 500m}\n"),
                   "tern.yaml:9:23: spec.resources.memory: expected a size of at least 1Mi, as Kubernetes writes it (64Gi, "
                   "500M), found \"500m\"; m means thousandths: write 500M (10^6 bytes each) or 500Mi (2^20)\n"},
                  {"memory-in-bytes", behind(kCommand, "  resources: {memory: 64}\n"),
                   "tern.yaml:9:23: spec.resources.memory: expected a size of at least 1Mi, as Kubernetes writes it (64Gi, "
                   "500M), found the number 64; that is bytes: did you mean 64Gi?\n"},
                  {"memory-lots", behind(kCommand, "  resources: {memory: lots}\n"),
                   "tern.yaml:9:23: spec.resources.memory: expected a size of at least 1Mi, as Kubernetes writes it (64Gi, "
                   "500M), found \"lots\"\n"},
                  {"memory-negative", behind(kCommand, "  resources: {memory: -1Gi}\n"),
                   "tern.yaml:9:23: spec.resources.memory: expected a size of at least 1Mi, as Kubernetes writes it (64Gi, "
                   "500M), found \"-1Gi\"\n"},
                  {"memory-blank", behind(kCommand, "  resources: {memory: 64 Gi}\n"),
                   "tern.yaml:9:23: spec.resources.memory: expected a size of at least 1Mi, as Kubernetes writes it (64Gi, "
                   "500M), found \"64 Gi\"; write 64G (10^9 bytes each) or 64Gi (2^30)\n"},
                  {"cpu-cores", behind(kCommand, "  resources: {cpu: 8 cores}\n"),
                   "tern.yaml:9:20: spec.resources.cpu: expected an amount of CPUs, as Kubernetes writes it (8, 500m), found "
                   "\"8 cores\"; write 8\n"},
                  {"cpu-zero", behind(kCommand, "  resources: {cpu: 0}\n"),
                   "tern.yaml:9:20: spec.resources.cpu: expected an amount of CPUs, as Kubernetes writes it (8, 500m), found "
                   "the number 0\n"},
                  {"disk-small-k", behind(kCommand, "  resources: {ephemeralStorage: 4096KB}\n"),
                   "tern.yaml:9:33: spec.resources.ephemeralStorage: expected a size of at least 1Mi, as Kubernetes writes it "
                   "(64Gi, 500M), found \"4096KB\"; write 4096k (10^3 bytes each) or 4096Ki (2^10)\n"},
                  {"shm-in-gigabytes", behind(kCommand, "  shm: 2 gb\n"),
                   "tern.yaml:9:8: spec.shm: expected none, or a size of at least 1Mi, as Kubernetes writes it (64Gi, 500M), "
                   "found \"2 gb\"; write 2G (10^9 bytes each) or 2Gi (2^30)\n"},
                  {"shm-beyond-memory", behind(kCommand, "  resources: {memory: 32Gi}\n  shm: 40Gi\n"),
                   "tern.yaml:10:8: spec.shm: 40Gi is more than spec.resources.memory (32Gi), which it counts against\n"},
              });
}

TEST(WrongJobParts, Variables) {
  expect_said("tern.yaml",
              {
                  {"environment-list", behind(kCommand, "  environment: [{name: A, value: b}]\n"),
                   "tern.yaml:9:16: spec.environment: expected a mapping, found a list; write NAME: VALUE in a line each, not "
                   "a list of name and value\n"},
                  {"variable-with-dash", behind(kCommand, "  environment: {A-B: c}\n"),
                   "tern.yaml:9:17: spec.environment.A-B: expected as key a variable's name of letters, digits and '_' that "
                   "begins with no digit, found \"A-B\"\n"},
                  {"variable-without-value", behind(kCommand, "  environment: {A: }\n"),
                   "tern.yaml:9:17: spec.environment.A: expected text, found nothing; write \"\" for an empty one\n"},
                  {"variable-mapping", behind(kCommand, "  environment: {A: {b: c}}\n"),
                   "tern.yaml:9:20: spec.environment.A: expected text, found a mapping\n"},
                  {"secret-without-key", behind(kCommand, "  secrets: [{name: TOKEN, secret: hub}]\n"),
                   "tern.yaml:9:13: spec.secrets[0].key: missing; expected a key of letters, digits, '-', '_' and '.', at most "
                   "253 characters\n"},
                  {"secret-twice",
                   behind(kCommand, "  secrets: [{name: TOKEN, secret: hub, key: a}, {name: TOKEN, secret: hub, key: b}]\n"),
                   "tern.yaml:9:56: spec.secrets[1].name: \"TOKEN\" is that of spec.secrets[0] already\n"},
                  {"secret-and-variable",
                   behind(kCommand, "  environment: {TOKEN: x}\n  secrets: [{name: TOKEN, secret: hub, key: a}]\n"),
                   "tern.yaml:10:20: spec.secrets[0].name: TOKEN is a variable of spec.environment already\n"},
              });
}

TEST(WrongJobParts, Volumes) {
  expect_said(
      "tern.yaml",
      {
          {"volume-name-twice",
           behind(kCommand,
                  "  volumes:\n    - {name: nest, mountPath: /a, claim: x}\n    - {name: nest, mountPath: /b, claim: z}\n"),
           "tern.yaml:11:14: spec.volumes[1].name: \"nest\" is that of spec.volumes[0] already\n"},
          {"volume-mount-twice",
           behind(kCommand,
                  "  volumes:\n    - {name: nest, mountPath: /a, claim: x}\n    - {name: egg, mountPath: /a, claim: z}\n"),
           "tern.yaml:11:30: spec.volumes[1].mountPath: \"/a\" is that of spec.volumes[0] already\n"},
          {"volume-claim-and-size", behind(kCommand, "  volumes: [{name: nest, mountPath: /a, claim: x, size: 1Gi}]\n"),
           "tern.yaml:9:51: spec.volumes[0].size: expected claim or size, found both\n"},
          {"volume-of-nothing", behind(kCommand, "  volumes: [{name: nest, mountPath: /a, scratch: false}]\n"),
           "tern.yaml:9:13: spec.volumes[0]: expected claim, size, configMap, secret or scratch, found none of them\n"},
          {"volume-class-without-size",
           behind(kCommand, "  volumes: [{name: nest, mountPath: /a, claim: x, storageClass: fast}]\n"),
           "tern.yaml:9:51: spec.volumes[0].storageClass: expected only beside size\n"},
          {"volume-claim-for-each", behind(kCommand, "  volumes: [{name: nest, mountPath: /a, claim: x, perPod: true}]\n"),
           "tern.yaml:9:51: spec.volumes[0].perPod: expected only beside size\n"},
          {"volume-mount-relative", behind(kCommand, "  volumes: [{name: nest, mountPath: data, scratch: true}]\n"),
           "tern.yaml:9:37: spec.volumes[0].mountPath: expected an absolute path below /, without ':' and '..', found "
           "\"data\"; did you mean /data?\n"},
          {"volume-mount-root", behind(kCommand, "  volumes: [{name: nest, mountPath: /, scratch: true}]\n"),
           "tern.yaml:9:37: spec.volumes[0].mountPath: expected an absolute path below /, without ':' and '..', found \"/\"\n"},
          {"volume-mount-leaves", behind(kCommand, "  volumes: [{name: nest, mountPath: /a/../b, scratch: true}]\n"),
           "tern.yaml:9:37: spec.volumes[0].mountPath: expected an absolute path below /, without ':' and '..', found "
           "\"/a/../b\"\n"},
          {"volume-empty-dir", behind(kCommand, "  volumes: [{name: nest, mountPath: /a, emptyDir: {}}]\n"),
           "tern.yaml:9:41: spec.volumes[0].emptyDir: there is no such field; did you mean scratch?\n"},
          {"volume-scratch-read-only",
           behind(kCommand, "  volumes: [{name: nest, mountPath: /a, scratch: true, readOnly: true}]\n"),
           "tern.yaml:9:66: spec.volumes[0].readOnly: scratch space that nobody can write to\n"},
          {"volume-size-unit", behind(kCommand, "  volumes: [{name: nest, mountPath: /a, size: 2TB}]\n"),
           "tern.yaml:9:47: spec.volumes[0].size: expected a size of at least 1Mi, as Kubernetes writes it (64Gi, 500M), found "
           "\"2TB\"; write 2T (10^12 bytes each) or 2Ti (2^40)\n"},
          {"volume-over-shm", behind(kCommand, "  shm: 2Gi\n  volumes: [{name: nest, mountPath: /dev/shm, scratch: true}]\n"),
           "tern.yaml:10:37: spec.volumes[0].mountPath: /dev/shm is mounted for spec.shm already; shm: none leaves it to the "
           "volume\n"},
          {"volumes-a-mapping", behind(kCommand, "  volumes: {nest: /a}\n"),
           "tern.yaml:9:12: spec.volumes: expected a list of mappings, found a mapping\n"},
      });
}

TEST(WrongJobParts, Kinds) {
  expect_said(
      "tern.yaml",
      {
          {"pod-of-two", behind(kNodes, "  kind: pod\n"),
           "tern.yaml:7:10: spec.nodes: kind pod is one pod, not 2; kind: statefulset or kind: job has several\n"},
          {"backoff-of-a-statefulset", behind(kCommand, "  backoffLimit: 2\n"),
           "tern.yaml:9:17: spec.backoffLimit: expected only with kind job, mpijob or jobset\n"},
          {"slots-of-a-job", behind(kCommand, "  kind: job\n  slotsPerWorker: 4\n"),
           "tern.yaml:10:19: spec.slotsPerWorker: expected only with kind mpijob\n"},
          {"cluster-number", instead(kCluster, "  cluster: 7\n"),
           "tern.yaml:5:12: spec.cluster: expected a mapping or the path of a file, found the number 7\n"},
          {"cluster-list", instead(kCluster, "  cluster: [shore.yaml]\n"),
           "tern.yaml:5:12: spec.cluster: expected a mapping or the path of a file, found a list\n"},
          {"cluster-empty", instead(kCluster, "  cluster: ''\n"),
           "tern.yaml:5:13: spec.cluster: expected the path of a file, found \"\"\n"},
          {"cluster-with-a-fault",
           instead(kCluster, "  cluster: {fabric: ipoib, rails: [{network: a, resource: rdma/a, vlan: 3}]}\n"),
           "tern.yaml:5:73: spec.cluster.rails[0].vlan: expected only with fabric sriov-roce, not ipoib; InfiniBand has "
           "partitions: pkey\n"},
          {"several-at-once",
           instead("  nodes: 2\n  command: [python3, tern.py]\n", "  nodes: none\n  command: x\n  mode: fast\n  kind: cron\n"),
           "tern.yaml:7:10: spec.nodes: expected a whole number from 1 to 65536, found \"none\"\n"
           "tern.yaml:8:12: spec.command: expected a list, found \"x\"; write [x]\n"
           "tern.yaml:9:9: spec.mode: expected rdma or tcp, found \"fast\"\n"
           "tern.yaml:10:9: spec.kind: expected pod, statefulset, job, mpijob or jobset, found \"cron\"\n"},
      });
}

}  // namespace
}  // namespace railhead::manifest::job
