#include "manifest/inject/inject.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "manifest/edit/undo.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest {
namespace {

using testing::HasSubstr;
using testing::Not;

Wishes two_rails() {
  Wishes wishes;
  wishes.networks = {{.name = "rail1", .resource = "example.com/rail1"},
                     {.space = "net", .name = "rail2", .resource = "example.com/rail2"}};
  return wishes;
}

Injected injected(const std::string& text, const Wishes& wishes) {
  auto result = inject(text, wishes, {"x.yaml", 1});
  if (!result) return {.text = "error: " + result.error().message};
  return *std::move(result);
}

std::string pod(const std::string& container, const std::string& spec = "", const std::string& metadata = "") {
  return "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n" + metadata + "spec:\n" + spec +
         "  containers:\n  - name: main\n    resources: {limits: {nvidia.com/gpu: 1}}\n" + container;
}

bool says(const Injected& result, Outcome outcome, std::string_view part) {
  for (const InjectReport& report : result.reports)
    for (const InjectNote& note : report.notes)
      if (note.outcome == outcome && (note.subject + ": " + note.text).find(part) != std::string::npos) return true;
  return false;
}

TEST(Inject, AddsToPodsWithGpusAlone) {
  const std::string text = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: a\n";
  const Injected result = injected(text, two_rails());
  EXPECT_EQ(result.text, text);
  EXPECT_FALSE(result.changed);
  EXPECT_EQ(result.reports.at(0).left_alone, "none of its containers asks for GPUs (--container NAME picks others)");
}

TEST(Inject, PicksContainersByName) {
  Wishes wishes = two_rails();
  wishes.containers = {"a"};
  const Injected result =
      injected("apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: a\n  - name: b\n", wishes);
  EXPECT_TRUE(says(result, Outcome::added, "container a: capability IPC_LOCK"));
  EXPECT_FALSE(says(result, Outcome::added, "container b"));
}

TEST(Inject, KeepsNetworksThatAreThere) {
  const Injected commas = injected(pod("", "", "  annotations:\n    k8s.v1.cni.cncf.io/networks: rail1, other\n"), two_rails());
  EXPECT_THAT(commas.text, HasSubstr("    k8s.v1.cni.cncf.io/networks: rail1, other, net/rail2\n"));
  const Injected json = injected(
      pod("", "", "  annotations:\n    k8s.v1.cni.cncf.io/networks: '[{\"name\": \"rail2\", \"namespace\": \"net\"}]'\n"),
      two_rails());
  EXPECT_THAT(json.text, HasSubstr("'[{\"name\": \"rail2\", \"namespace\": \"net\"}, {\"name\": \"rail1\"}]'"));
  const Injected empty = injected(pod("", "", "  annotations:\n    k8s.v1.cni.cncf.io/networks: '[]'\n"), two_rails());
  EXPECT_THAT(empty.text, HasSubstr("'[{\"name\": \"rail1\"}, {\"name\": \"rail2\", \"namespace\": \"net\"}]'"));
}

TEST(Inject, DoesNotAddToAnAnnotationThatNobodyCanRead) {
  for (const std::string value : {"'[{\"name\": \"a\"'", "'[{name: \"a\"]}'", "'{\"name\": \"a\"}'"}) {
    const Injected result =
        injected(pod("", "", "  annotations:\n    k8s.v1.cni.cncf.io/networks: " + value + "\n"), two_rails());
    EXPECT_TRUE(says(result, Outcome::refused, "neither names nor a list in JSON")) << value << "\n" << result.text;
  }
  const Injected nameless =
      injected(pod("", "", "  annotations:\n    k8s.v1.cni.cncf.io/networks: '[{\"nam\": \"a\"}]'\n"), two_rails());
  EXPECT_THAT(nameless.text,
              HasSubstr("'[{\"nam\": \"a\"}, {\"name\": \"rail1\"}, {\"name\": \"rail2\", \"namespace\": \"net\"}]'"));
}

TEST(Inject, AttachesANetworkAsOftenAsItIsWished) {
  Wishes wishes;
  wishes.networks = {{.name = "rail", .resource = "example.com/vf"}, {.name = "rail", .resource = "example.com/vf"}};
  const Injected result = injected(pod("", "", "  annotations:\n    k8s.v1.cni.cncf.io/networks: rail\n"), wishes);
  EXPECT_THAT(result.text, HasSubstr("k8s.v1.cni.cncf.io/networks: rail, rail\n"));
  EXPECT_THAT(result.text, HasSubstr("limits: {nvidia.com/gpu: 1, example.com/vf: \"2\"}, requests: {example.com/vf: \"2\"}"));
}

TEST(Inject, TakesTheNamespaceOfTheObjectForItsNetworks) {
  Wishes wishes;
  wishes.networks = {{.space = "team", .name = "rail1"}};
  const Injected result =
      injected(pod("", "", "  namespace: team\n  annotations:\n    k8s.v1.cni.cncf.io/networks: rail1\n"), wishes);
  EXPECT_TRUE(says(result, Outcome::kept, "attached already"));
}

TEST(Inject, KeepsAnotherAmount) {
  Wishes wishes;
  wishes.resources = {{"example.com/vf", 2}};
  const Injected result = injected(
      "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: a\n    resources:\n      limits:\n"
      "        nvidia.com/gpu: 1\n        example.com/vf: 4\n",
      wishes);
  EXPECT_TRUE(says(result, Outcome::kept, "example.com/vf: 4 stays, 2 were asked for"));
  EXPECT_THAT(result.text, HasSubstr("      requests:\n        example.com/vf: \"4\"\n"));
}

TEST(Inject, AddsNoCapabilityThatWouldBeInert) {
  for (const std::string user :
       {"  securityContext: {runAsUser: 1000}\n", "  securityContext: {runAsNonRoot: true}\n", "  hostUsers: false\n"}) {
    const Injected result = injected(pod("", user), two_rails());
    EXPECT_TRUE(says(result, Outcome::refused, "no way to pin memory was added")) << user;
    EXPECT_THAT(result.text, Not(HasSubstr("IPC_LOCK"))) << user;
  }
  const Injected own =
      injected(pod("    securityContext: {runAsUser: 0}\n", "  securityContext: {runAsUser: 1000}\n"), two_rails());
  EXPECT_THAT(own.text, HasSubstr("securityContext: {runAsUser: 0, capabilities: {add: [IPC_LOCK]}}"));
}

TEST(Inject, HasAWayForOtherUsers) {
  Wishes wishes = two_rails();
  wishes.memlock = MemlockWay::nri;
  EXPECT_THAT(
      injected(pod("", "  securityContext: {runAsUser: 1000}\n"), wishes).text,
      HasSubstr("    ulimits.noderesource.dev/container.main: "
                "\"[{\\\"type\\\":\\\"memlock\\\",\\\"hard\\\":18446744073709551615,\\\"soft\\\":18446744073709551615}]\"\n"));
  wishes.memlock = MemlockWay::native;
  EXPECT_TRUE(says(injected(pod(""), wishes), Outcome::refused, "give --memlock-size"));
  wishes.memlock_size = "1Gi";
  EXPECT_THAT(injected(pod(""), wishes).text,
              HasSubstr("      ulimits:\n      - name: memlock\n        soft: 1073741824\n        hard: 1073741824\n"));
}

TEST(Inject, KeepsAnAnnotationThatAsksAlready) {
  Wishes wishes = two_rails();
  wishes.memlock = MemlockWay::nri;
  const std::string rest = "spec: {containers: [{name: a, resources: {limits: {nvidia.com/gpu: 1}}}]}\n";
  const auto annotated = [&](const std::string& key) {
    return injected("apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n  annotations:\n    " + key + ": 64Gi\n" + rest, wishes);
  };
  for (const char* key : {"memlock.railhead.dev/pod", "memlock.railhead.dev/container.a",
                          "ulimits.nri.containerd.io/container.a", "ulimits.noderesource.dev/container.a"}) {
    const Injected result = annotated(key);
    EXPECT_TRUE(says(result, Outcome::kept, std::string(key) + " is there")) << key;
    EXPECT_THAT(result.text, Not(HasSubstr("18446744073709551615"))) << key;
  }
  for (const char* key : {"memlock.railhead.dev/container.b", "memlock.railhead.dev/pods"})
    EXPECT_THAT(annotated(key).text, HasSubstr("ulimits.noderesource.dev/container.a")) << key;
}

TEST(Inject, KnowsWhatTheLauncherNeeds) {
  Wishes wishes = two_rails();
  wishes.memlock = MemlockWay::launcher;
  wishes.launcher_image = "registry.example/railhead:1";
  const std::string user = "  securityContext: {runAsUser: 1000}\n";
  const Injected result = injected(pod("    command: [train]\n", user), wishes);
  EXPECT_THAT(result.text, HasSubstr("command: [/opt/railhead/railhead, exec, \"--\", train]\n"));
  EXPECT_THAT(result.text, HasSubstr("SETFCAP"));
  const Injected blocked =
      injected(pod("    command: [train]\n    securityContext: {allowPrivilegeEscalation: false}\n", user), wishes);
  EXPECT_TRUE(says(blocked, Outcome::refused, "allowPrivilegeEscalation: false"));
}

TEST(Inject, DoesNotGuessEntrypoints) {
  Wishes wishes;
  wishes.launcher = true;
  for (const std::string words : {"", "    args: [--epochs, '2']\n"}) {
    const Injected result = injected(pod(words), wishes);
    EXPECT_TRUE(says(result, Outcome::refused, "the launcher was not put around the command")) << words;
    EXPECT_THAT(result.text, Not(HasSubstr("railhead-install"))) << words;
  }
}

TEST(Inject, SizesSharedMemoryByTheLimit) {
  const std::string limited =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: a\n    resources:\n"
      "      limits: {nvidia.com/gpu: 1, memory: 64Gi}\n";
  EXPECT_THAT(injected(limited, {}).text, HasSubstr("  volumes:\n  - name: railhead-shm\n    emptyDir:\n      medium: Memory\n"
                                                    "      sizeLimit: \"32Gi\"\n"));
  Wishes wishes;
  wishes.shm.size = "128Gi";
  EXPECT_TRUE(says(injected(limited, wishes), Outcome::refused, "/dev/shm of 128Gi is more than the memory limit of 64Gi"));
  wishes.shm.wanted = false;
  EXPECT_THAT(injected(limited, wishes).text, Not(HasSubstr("/dev/shm")));
}

TEST(Inject, SeesAMountAtSharedMemoryHoweverItIsWritten) {
  for (const std::string path : {"/dev/shm", "/dev/shm/", "/dev"}) {
    const Injected result = injected(pod("    volumeMounts: [{name: own, mountPath: " + path + "}]\n"), {});
    EXPECT_TRUE(says(result, Outcome::kept, "is mounted already")) << path;
    EXPECT_THAT(result.text, Not(HasSubstr("railhead-shm"))) << path;
  }
}

TEST(Inject, SetsNoVariableThatTheUserHas) {
  const Injected own = injected(pod("    env:\n    - name: NCCL_SOCKET_IFNAME\n      value: eth1\n"), two_rails());
  EXPECT_THAT(own.text, Not(HasSubstr("=eth0")));
  EXPECT_THAT(own.text, HasSubstr("    - name: GLOO_SOCKET_IFNAME\n      value: eth0\n"));
  const Injected elsewhere = injected(pod("    envFrom:\n    - configMapRef: {name: c}\n"), two_rails());
  EXPECT_TRUE(says(elsewhere, Outcome::kept, "envFrom takes some from elsewhere"));
}

TEST(Inject, LeavesRdmaOutForTcp) {
  Wishes wishes = two_rails();
  wishes.tcp = true;
  const std::string text = injected(pod(""), wishes).text;
  EXPECT_THAT(text, HasSubstr("    - name: NCCL_IB_DISABLE\n      value: \"1\"\n"));
  EXPECT_THAT(text, Not(HasSubstr("rail1")));
  EXPECT_THAT(text, Not(HasSubstr("IPC_LOCK")));
}

TEST(Inject, FindsPodsOfEveryKnownKind) {
  const std::string pod_of = "{spec: {containers: [{name: a, resources: {limits: {nvidia.com/gpu: 1}}}]}}";
  const std::vector<std::string> objects = {
      "kind: Deployment\nspec: {template: @}",
      "kind: Job\napiVersion: batch/v1\nspec: {template: @}",
      "kind: CronJob\napiVersion: batch/v1\nspec: {jobTemplate: {spec: {template: @}}}",
      "kind: JobSet\nspec: {replicatedJobs: [{name: a, template: {spec: {template: @}}}]}",
      "kind: PyTorchJob\nspec: {pytorchReplicaSpecs: {Worker: {template: @}}}",
      "kind: MPIJob\nspec: {mpiReplicaSpecs: {Worker: {template: @}}}",
      "kind: LeaderWorkerSet\nspec: {leaderWorkerTemplate: {workerTemplate: @}}",
      "kind: RayCluster\nspec: {workerGroupSpecs: [{template: @}]}",
      "kind: RayJob\nspec: {rayClusterSpec: {headGroupSpec: {template: @}}}",
      "kind: Job\napiVersion: batch.volcano.sh/v1alpha1\nspec: {tasks: [{template: @}]}",
      "kind: List\nitems: [{kind: DaemonSet, spec: {template: @}}]"};
  for (std::string text : objects) {
    text.replace(text.find('@'), 1, pod_of);
    const Injected result = injected(text, two_rails());
    EXPECT_TRUE(says(result, Outcome::added, "networks rail1, net/rail2")) << text;
    EXPECT_TRUE(result.changed) << text;
  }
}

TEST(Inject, AsksForThePathOfOtherKinds) {
  const std::string text =
      "kind: Trainer\nspec: {worker: {template: {spec: {containers: [{name: a, resources: {limits: {nvidia.com/gpu: "
      "1}}}]}}}}\n";
  const Injected alone = injected(text, two_rails());
  EXPECT_FALSE(alone.changed);
  EXPECT_THAT(alone.reports.at(0).left_alone, HasSubstr("--pod-path 'spec.worker.template'"));
  Wishes wishes = two_rails();
  wishes.pod_paths = {"spec.*.template"};
  EXPECT_TRUE(injected(text, wishes).changed);
}

TEST(Inject, SetsTheResourcesOfATrainJob) {
  const Injected result =
      injected("kind: TrainJob\nmetadata: {name: t}\nspec:\n  trainer:\n    resourcesPerNode: {limits: {nvidia.com/gpu: 8}}\n",
               two_rails());
  EXPECT_THAT(result.text, HasSubstr("limits: {nvidia.com/gpu: 8, example.com/rail1: \"1\", example.com/rail2: \"1\"}"));
  EXPECT_TRUE(says(result, Outcome::refused, "the networks belong in the runtime"));
}

TEST(Inject, SpreadsPodsOfOneJob) {
  const std::string set =
      "kind: StatefulSet\nmetadata: {name: t}\nspec:\n  replicas: 2\n  selector: {matchLabels: {app: t}}\n  template:\n"
      "    metadata: {labels: {app: t}}\n    spec:\n      containers: [{name: a, resources: {limits: {nvidia.com/gpu: 1}}}]\n";
  const std::string text = injected(set, {}).text;
  EXPECT_THAT(text, HasSubstr("  podManagementPolicy: Parallel\n"));
  EXPECT_THAT(text, HasSubstr("                  app: t\n"));
  std::string one = set;
  one.replace(one.find("replicas: 2"), 11, "replicas: 1");
  EXPECT_THAT(injected(one, {}).text, Not(HasSubstr("podManagementPolicy")));
}

TEST(Inject, RefusesWhatAnAliasShares) {
  const Injected result = injected(
      "kind: Pod\nspec:\n  containers:\n  - &a\n    name: a\n    resources: {limits: {nvidia.com/gpu: 1}}\n  - <<: *a\n    "
      "name: b\n",
      {});
  EXPECT_THAT(result.text, HasSubstr("error: x.yaml:1: Pod: what is to be added here belongs to the anchor in line 5"));
}

TEST(Inject, AddsToLimitsAndRequestsThatAreOneMapping) {
  const std::string start =
      "kind: Pod\nspec:\n  containers:\n  - name: a\n    resources:\n      limits: &gpus\n        nvidia.com/gpu: 1\n      "
      "requests: *gpus\n";
  const Injected result = injected(start, two_rails());
  EXPECT_THAT(result.text, HasSubstr("      limits: &gpus\n        nvidia.com/gpu: 1\n        example.com/rail1: \"1\"\n       "
                                     " example.com/rail2: \"1\"\n      requests: *gpus\n"));
  const Injected third = injected(start + "  - name: b\n    resources: {limits: *gpus}\n", two_rails());
  EXPECT_THAT(third.text, HasSubstr("belongs to the anchor in line 7"));
}

TEST(Inject, RefusesTemplates) {
  EXPECT_THAT(injected("kind: Pod\nspec:\n  containers:\n  - image: {{ .Values.image }}\n", {}).text,
              HasSubstr("error: x.yaml:4:12: '{{ .Values.image }}' is of a template"));
}

TEST(Inject, SaysWhereTextIsNotYaml) {
  const auto result = inject("kind: Pod\nkind: Pod\n", {}, {"x.yaml", 10});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "x.yaml:11:1: expected each key once; 'kind' stands in line 10 already");
}

TEST(Inject, SaysThatAPartIsNoObject) {
  const Injected result = injected("spec:\n  containers: [{name: a, resources: {limits: {nvidia.com/gpu: 1}}}]\n", two_rails());
  EXPECT_FALSE(result.changed);
  EXPECT_EQ(result.reports.at(0).left_alone, "it has no kind, without which nobody can apply it");
}

TEST(Inject, LeavesAnObjectWithContainersAtItsTop) {
  const Injected result =
      injected("kind: Pod\nspec:\ncontainers:\n- name: a\n  resources: {limits: {nvidia.com/gpu: 1}}\n", two_rails());
  EXPECT_FALSE(result.changed);
  EXPECT_EQ(result.reports.at(0).left_alone, "it has no pods");
}

TEST(Inject, LeavesTextThatIsNoObject) {
  for (const std::string text : {"", "# nothing\n", "a: 1\n", "- 1\n", "---\n", "services: {a: {image: b}}\n"}) {
    const Injected result = injected(text, two_rails());
    EXPECT_EQ(result.text, text);
  }
}

}  // namespace
}  // namespace railhead::manifest
