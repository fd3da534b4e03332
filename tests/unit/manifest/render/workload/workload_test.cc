// The objects that run a job, parsed back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/manifest/render/workload/sample.h"

namespace railhead::manifest::render {
namespace {

using sample::line;
using sample::Made;
using sample::main_of;
using sample::named;
using sample::pod_of;
using testing::HasSubstr;

Made of(job::JobKind kind, job::Mode mode = job::Mode::rdma) {
  return sample::workload_of(sample::training(kind, mode), sample::cluster());
}

std::string text(const Value& value) { return value.text().value_or("(none)"); }

TEST(Workload, StatefulSetNamesItsServiceAndStartsAllAtOnce) {
  const Made made = of(job::JobKind::stateful_set);
  const Value spec = made.root()["spec"];
  EXPECT_EQ(text(made.root()["apiVersion"]), "apps/v1");
  EXPECT_EQ(spec["replicas"].integer(), 3);
  EXPECT_EQ(text(spec["serviceName"]), "climate");
  EXPECT_EQ(text(spec["podManagementPolicy"]), "Parallel");
  for (const auto& [label, value] : spec["selector"]["matchLabels"].members())
    EXPECT_EQ(text(spec["template"]["metadata"]["labels"][text(label)]), text(value));
  EXPECT_EQ(
      text(
          spec["template"]["spec"]["affinity"]["podAntiAffinity"]["preferredDuringSchedulingIgnoredDuringExecution"].items().at(
              0)["podAffinityTerm"]["topologyKey"]),
      "kubernetes.io/hostname");
}

TEST(Workload, JobIsIndexedAndItsPodsHaveNames) {
  job::TrainingJob job = sample::training(job::JobKind::job);
  job.backoff_limit = 2;
  const Made made = sample::workload_of(job, sample::cluster());
  const Value spec = made.root()["spec"];
  EXPECT_EQ(text(made.root()["apiVersion"]), "batch/v1");
  EXPECT_EQ(text(spec["completionMode"]), "Indexed");
  EXPECT_EQ(spec["completions"].integer(), 3);
  EXPECT_EQ(spec["parallelism"].integer(), 3);
  EXPECT_EQ(spec["backoffLimit"].integer(), 2);
  EXPECT_EQ(text(spec["template"]["spec"]["subdomain"]), "climate");
  EXPECT_EQ(text(spec["template"]["spec"]["restartPolicy"]), "Never");
}

TEST(Workload, JobSetRestartsAsAWhole) {
  job::TrainingJob job = sample::training(job::JobKind::job_set);
  job.backoff_limit = 2;
  const Made made = sample::workload_of(job, sample::cluster());
  const Value spec = made.root()["spec"];
  EXPECT_EQ(text(made.root()["apiVersion"]), "jobset.x-k8s.io/v1alpha2");
  EXPECT_EQ(spec["network"]["enableDNSHostnames"].boolean(), true);
  EXPECT_EQ(spec["failurePolicy"]["maxRestarts"].integer(), 2);
  ASSERT_EQ(spec["replicatedJobs"].items().size(), 1U);
  const Value one = spec["replicatedJobs"].items()[0]["template"]["spec"];
  EXPECT_EQ(text(one["completionMode"]), "Indexed");
  EXPECT_EQ(one["completions"].integer(), 3);
  EXPECT_EQ(one["backoffLimit"].integer(), 0);
  EXPECT_FALSE(one["template"]["spec"]["subdomain"]);  // the controller's
}

TEST(Workload, APodIsOneNode) {
  const Made made = of(job::JobKind::pod);
  EXPECT_EQ(text(made.root()["kind"]), "Pod");
  EXPECT_EQ(text(made.root()["spec"]["restartPolicy"]), "Never");
  EXPECT_EQ(text(named(main_of(made.root())["env"], "NODE_RANK")["value"]), "0");
  job::TrainingJob job = sample::training(job::JobKind::pod);
  job.nodes = 2;
  EXPECT_THAT(sample::workload_of(job, sample::cluster()).text, HasSubstr("(error) spec.kind: a pod is one node"));
}

TEST(Workload, AllNodesStartByTheLauncher) {
  for (const job::JobKind kind : sample::kKinds) {
    const Made made = of(kind);
    const Value container = main_of(pod_of(made.root()));
    EXPECT_EQ(text(container["name"]), "main");
    EXPECT_THAT(line(container["command"]), testing::StartsWith("/opt/railhead/railhead exec --mode rdma "));
    EXPECT_THAT(line(main_of(pod_of(of(kind, job::Mode::tcp).root()))["command"]),
                testing::StartsWith("/opt/railhead/railhead exec --mode tcp "));
    const Value installer = named(pod_of(made.root())["spec"]["initContainers"], "railhead-install");
    EXPECT_EQ(text(installer["image"]), "registry.example/railhead:7");
    EXPECT_EQ(text(installer["resources"]["limits"]["memory"]), "128Mi");
    const char* nodes = kind == job::JobKind::mpi_job ? "(none)" : kind == job::JobKind::pod ? "1" : "3";
    EXPECT_EQ(text(named(container["env"], "NNODES")["value"]), nodes);
  }
}

TEST(Workload, TorchrunIsTold) {
  job::TrainingJob job = sample::training();
  const auto command = [&](std::vector<std::string> words) {
    job.command = std::move(words);
    return line(main_of(pod_of(sample::workload_of(job, sample::cluster()).root()))["command"]);
  };
  EXPECT_THAT(command({"/usr/bin/torchrun", "a.py"}), HasSubstr("--torchrun -- /usr/bin/torchrun a.py"));
  EXPECT_THAT(command({"python3", "-m", "torch.distributed.run", "a.py"}), HasSubstr("--torchrun -- python3"));
  EXPECT_THAT(command({"python3", "a.py", "torchrun"}), HasSubstr("--mode rdma -- python3 a.py"));
  EXPECT_THAT(command({"sh", "-c", "torchrun a.py"}), HasSubstr("--mode rdma -- sh -c"));
}

TEST(Workload, RdmaPartsAreThere) {
  for (const job::JobKind kind : sample::kKinds) {
    const Made made = of(kind);
    const Value pod = pod_of(made.root());
    const Value container = main_of(pod);
    EXPECT_EQ(text(pod["metadata"]["annotations"]["k8s.v1.cni.cncf.io/networks"]), "fast0, fast1");
    for (const char* side : {"limits", "requests"}) {
      const Value amounts = container["resources"][side];
      EXPECT_EQ(text(amounts["vendor.example/fast0"]), "1");
      EXPECT_EQ(text(amounts["nvidia.com/gpu"]), "8");
      EXPECT_EQ(text(amounts["memory"]), "640Gi");
      EXPECT_EQ(text(amounts["cpu"]), "48");
    }
    EXPECT_THAT(sample::texts(container["securityContext"]["capabilities"]["add"]), testing::Contains("IPC_LOCK"));
    EXPECT_EQ(text(pod["spec"]["securityContext"]["runAsUser"]), "0");  // it does nothing for others
    EXPECT_EQ(text(named(pod["spec"]["volumes"], "railhead-shm")["emptyDir"]["sizeLimit"]), "320Gi");
    EXPECT_EQ(text(pod["spec"]["serviceAccountName"]), "climate");
  }
}

TEST(Workload, TcpHasNoneOfThem) {
  for (const job::JobKind kind : sample::kKinds)
    for (const job::Fabric fabric : sample::kFabrics) {
      const Made made = sample::workload_of(sample::training(kind, job::Mode::tcp), sample::cluster(fabric));
      for (const char* part : {"k8s.v1.cni.cncf.io", "vendor.example", "rdma", "IPC_LOCK", "SYS_RESOURCE", "NCCL_IB", "fast0"})
        EXPECT_FALSE(made.has(part)) << part << "\n" << made.text;
      EXPECT_TRUE(made.has("nvidia.com/gpu"));
      EXPECT_TRUE(made.has("/dev/shm"));
    }
}

TEST(Workload, PodsMayDoNoMoreThanTheyNeed) {
  for (const job::JobKind kind : sample::kKinds) {
    const Made made = of(kind);
    for (const char* part : {"privileged", "hostPath", "hostNetwork", "hostIPC"}) EXPECT_FALSE(made.has(part)) << part;
    const Value pod = pod_of(made.root());
    EXPECT_EQ(text(pod["spec"]["securityContext"]["seccompProfile"]["type"]), "RuntimeDefault");
    EXPECT_EQ(pod["spec"]["automountServiceAccountToken"].boolean(), false);
    const Value context = main_of(pod)["securityContext"];
    EXPECT_EQ(context["allowPrivilegeEscalation"].boolean(), false);
    EXPECT_EQ(line(context["capabilities"]["drop"]), "ALL");
  }
}

TEST(Workload, EachMemlockWayHasWhatItNeeds) {
  job::ClusterProfile cluster = sample::cluster();
  const auto context = [&](MemlockWay way) {
    cluster.memlock = way;
    return sample::workload_of(sample::training(), cluster);
  };
  const Made launcher = context(MemlockWay::launcher);
  const Value own = main_of(pod_of(launcher.root()))["securityContext"];
  EXPECT_EQ(own["allowPrivilegeEscalation"].boolean(), true);  // else the file's capabilities give nothing
  EXPECT_FALSE(pod_of(launcher.root())["spec"]["securityContext"]["runAsUser"]);
  EXPECT_EQ(line(own["capabilities"]["add"]), "IPC_LOCK");
  const Value installer = pod_of(launcher.root())["spec"]["initContainers"].items().at(0)["securityContext"];
  EXPECT_EQ(line(installer["capabilities"]["add"]), "SETFCAP");
  EXPECT_EQ(installer["runAsUser"].integer(), 0);

  const Made resource = context(MemlockWay::sys_resource);
  EXPECT_EQ(line(main_of(pod_of(resource.root()))["securityContext"]["capabilities"]["add"]), "SYS_RESOURCE");
  EXPECT_EQ(pod_of(resource.root())["spec"]["securityContext"]["runAsUser"].integer(), 0);

  const Made outside = context(MemlockWay::nri);
  EXPECT_FALSE(outside.has("add:"));
  EXPECT_FALSE(outside.has("runAsUser"));
  EXPECT_TRUE(pod_of(outside.root())["metadata"]["annotations"]["ulimits.noderesource.dev/container.main"]);
  EXPECT_THAT(context(MemlockWay::native).text, HasSubstr("(error) StatefulSet/climate: container main"));
}

TEST(Workload, SharedDevicesAreAskedForOnce) {
  for (const job::Fabric fabric : {job::Fabric::macvlan_roce, job::Fabric::ipoib, job::Fabric::shared_infiniband}) {
    const Made made = sample::workload_of(sample::training(), sample::cluster(fabric));
    EXPECT_EQ(text(main_of(pod_of(made.root()))["resources"]["limits"]["rdma/hca_shared"]), "1");
    EXPECT_EQ(made.has("k8s.v1.cni.cncf.io/networks"), fabric != job::Fabric::shared_infiniband);
  }
}

TEST(Workload, NetworksElsewhereAreNamedWithTheirNamespace) {
  job::ClusterProfile cluster = sample::cluster();
  cluster.rails[0].space = "nets";
  cluster.rails[1].space = "physics";
  const Made made = sample::workload_of(sample::training(), cluster);
  EXPECT_EQ(text(pod_of(made.root())["metadata"]["annotations"]["k8s.v1.cni.cncf.io/networks"]), "nets/fast0, fast1");
}

TEST(Workload, PlacesAreThoseOfTheProfile) {
  job::ClusterProfile cluster = sample::cluster();
  cluster.node_names = {"gpu-a.example", "gpu-b.example"};
  cluster.node_selector = {{"pool", "h100"}};
  cluster.tolerations.resize(1);
  cluster.tolerations[0].key = "gpu";
  cluster.tolerations[0].op = "Exists";
  cluster.pull_policy = "IfNotPresent";
  job::TrainingJob job = sample::training();
  job.priority_class = "urgent";
  job.working_directory = "/work";
  const Made made = sample::workload_of(job, cluster);
  const Value spec = pod_of(made.root())["spec"];
  const Value terms = spec["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]["nodeSelectorTerms"];
  ASSERT_EQ(terms.items().size(), 2U);
  EXPECT_EQ(line(terms.items()[1]["matchFields"].items().at(0)["values"]), "gpu-b.example");
  EXPECT_TRUE(spec["affinity"]["podAntiAffinity"]);
  EXPECT_EQ(text(spec["nodeSelector"]["pool"]), "h100");
  EXPECT_EQ(text(spec["tolerations"].items().at(0)["operator"]), "Exists");
  EXPECT_FALSE(spec["tolerations"].items().at(0)["value"]);
  EXPECT_EQ(text(spec["priorityClassName"]), "urgent");
  EXPECT_EQ(text(main_of(pod_of(made.root()))["imagePullPolicy"]), "IfNotPresent");
  EXPECT_EQ(text(main_of(pod_of(made.root()))["workingDir"]), "/work");
}

TEST(Workload, VariablesKeepWhatTheyAre) {
  job::TrainingJob job = sample::training();
  job.environment = {{"A", "say \"x\": 'y' # z"}, {"B", "one\n  two: 2\n\n"}, {"C", "yes"}, {"NNODES", "9"}};
  job.secrets.resize(1);
  job.secrets[0] = {"TOKEN", "hub", "token"};
  const Made made = sample::workload_of(job, sample::cluster());
  const Value env = main_of(pod_of(made.root()))["env"];
  for (const auto& [name, value] : job.environment) EXPECT_EQ(text(named(env, name)["value"]), value);
  EXPECT_EQ(std::ranges::count_if(env.items(), [](const Value& one) { return one["name"].view() == "NNODES"; }), 1);
  EXPECT_EQ(text(named(env, "TOKEN")["valueFrom"]["secretKeyRef"]["key"]), "token");
  EXPECT_EQ(text(named(env, "TOKEN")["valueFrom"]["secretKeyRef"]["name"]), "hub");
}

TEST(Workload, JobsWithoutGpusAskForNone) {
  job::ClusterProfile cluster = sample::cluster();
  cluster.gpus_per_node = 0;
  const Made made = sample::workload_of(sample::training(), cluster);
  EXPECT_FALSE(made.has("nvidia.com/gpu"));
  EXPECT_FALSE(made.has("PET_NPROC_PER_NODE"));
  EXPECT_TRUE(made.has("vendor.example/fast0"));
}

TEST(Workload, OtherMistakesSayWhatToDo) {
  job::TrainingJob none = sample::training();
  none.command.clear();
  EXPECT_THAT(sample::workload_of(none, sample::cluster()).text, HasSubstr("(error) spec.command"));
  job::TrainingJob volume = sample::training();
  volume.volumes.resize(1);
  volume.volumes[0].name = "railhead-shm";
  EXPECT_THAT(sample::workload_of(volume, sample::cluster()).text, HasSubstr("(error) spec.volumes: railhead-shm"));
  job::TrainingJob shm = sample::training();
  shm.shm = "900Gi";
  EXPECT_THAT(sample::workload_of(shm, sample::cluster()).text, HasSubstr("/dev/shm of 900Gi is more than the memory limit"));
}

struct Limit {
  job::JobKind kind;
  std::uint32_t nodes;
  std::size_t longest;
};

class Names : public testing::TestWithParam<Limit> {};

TEST_P(Names, AreAsLongAsTheirPodsAllow) {
  const Limit& limit = GetParam();
  job::TrainingJob job = sample::training(limit.kind);
  job.nodes = limit.nodes;
  job.name = std::string(limit.longest, 'n');
  const Made fits = sample::workload_of(job, sample::cluster());
  EXPECT_EQ(text(fits.root()["metadata"]["name"]), job.name) << fits.text.substr(0, 200);
  job.name += "n";
  EXPECT_THAT(sample::workload_of(job, sample::cluster()).text, HasSubstr("(error) metadata.name"));
}

INSTANTIATE_TEST_SUITE_P(Workload, Names,
                         testing::Values(Limit{job::JobKind::pod, 1, 63}, Limit{job::JobKind::stateful_set, 4, 52},
                                         Limit{job::JobKind::job, 10, 61}, Limit{job::JobKind::job, 11, 60},
                                         Limit{job::JobKind::mpi_job, 4, 54}, Limit{job::JobKind::mpi_job, 1000, 52},
                                         Limit{job::JobKind::job_set, 4, 48}));

}  // namespace
}  // namespace railhead::manifest::render
