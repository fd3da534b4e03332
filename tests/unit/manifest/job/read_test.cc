// What comes out of right files: of ten lines, and of every field.
#include <gtest/gtest.h>

#include "tests/unit/manifest/job/said.h"

namespace railhead::manifest::job {
namespace {

JobFile right(std::string_view text) {
  JobFile file = read_jobs(text, "jobs/heron.yaml");
  EXPECT_EQ(said(file.problems), "");
  return file;
}

JobDocument one(std::string_view text) {
  JobFile file = right(text);
  EXPECT_EQ(file.documents.size(), 1U);
  return file.documents.empty() ? JobDocument() : std::move(file.documents.front());
}

constexpr std::string_view kShort = R"(apiVersion: railhead.dev/v1alpha1
kind: TrainingJob
metadata: {name: heron, namespace: marsh}
spec:
  cluster: {platform: openshift, gpusPerNode: 4, rails: [{network: reed, resource: openshift.io/reed}]}
  image: registry.example/heron:1
  nodes: 2
  mode: rdma
  command: [torchrun, heron.py]
)";

TEST(ReadJobs, TakesTenLines) {
  const JobDocument document = one(kShort);
  EXPECT_EQ(document.place, "jobs/heron.yaml:1");
  ASSERT_TRUE(document.job && document.cluster);
  EXPECT_EQ(document.job->name, "heron");
  EXPECT_EQ(document.job->space, "marsh");
  EXPECT_EQ(document.job->kind, JobKind::stateful_set);
  EXPECT_EQ(document.job->mode, Mode::rdma);
  EXPECT_EQ(document.job->nodes, 2U);
  EXPECT_EQ(document.job->command, (std::vector<std::string>{"torchrun", "heron.py"}));
  EXPECT_EQ(document.cluster->platform, Platform::openshift);
  EXPECT_EQ(document.cluster->fabric, Fabric::sriov_roce);
  EXPECT_EQ(document.cluster->gpus_per_node, 4U);
  ASSERT_EQ(document.cluster->rails.size(), 1U);
  EXPECT_EQ(document.cluster->rails[0].network, "reed");
  EXPECT_EQ(document.cluster->rails[0].resource, "openshift.io/reed");
  EXPECT_TRUE(conflicts(*document.job, *document.cluster).empty());
}

TEST(ReadJobs, DefaultsAreThoseOfTheStructs) {
  const JobDocument document =
      one("apiVersion: railhead.dev/v1alpha1\nkind: TrainingJob\nmetadata: {name: heron}\n"
          "spec: {build: {git: 'https://git.example/heron'}, command: [run], cluster: {memlock: {}}}\n");
  const TrainingJob job = document.job.value_or(TrainingJob());
  const ClusterProfile cluster = document.cluster.value_or(ClusterProfile());
  const TrainingJob plain;
  const ClusterProfile bare;
  EXPECT_TRUE(job.kind == plain.kind && job.mode == plain.mode);
  EXPECT_TRUE(job.nodes == plain.nodes && job.gpus == plain.gpus && job.backoff_limit == plain.backoff_limit);
  EXPECT_EQ(job.build.tag, plain.build.tag);
  EXPECT_TRUE(job.shm.empty() && job.script_name.empty());
  EXPECT_TRUE(cluster.platform == bare.platform && cluster.fabric == bare.fabric && cluster.networks == bare.networks);
  EXPECT_TRUE(cluster.create_space == bare.create_space && cluster.create_service_account == bare.create_service_account);
  EXPECT_EQ(cluster.gpus_per_node, bare.gpus_per_node);
  EXPECT_EQ(cluster.gpu_resource, bare.gpu_resource);
  EXPECT_EQ(cluster.memlock, bare.memlock);
}

constexpr std::string_view kJob = R"(apiVersion: railhead.dev/v1alpha1
kind: TrainingJob
metadata:
  name: bittern
  namespace: marsh
  labels: {team: waders, example.org/run: 7}
spec:
  cluster: ../sites/fen.yaml
  kind: mpijob
  mode: tcp
  nodes: 12
  gpus: 2
  build:
    git: git@git.example:waders/bittern.git
    ref: 1.10
    context: images/bittern
    dockerfile: Containerfile
    tag: 1.20
  scriptFile: scripts/bittern.sh
  workingDir: /opt/bittern
  resources: {cpu: 7.5, memory: 200Gi, ephemeralStorage: 40G}
  environment:
    OMP_NUM_THREADS: 010
    VERBOSE: yes
    EMPTY: ""
    GREETING: "good morning"
  secrets:
    - {name: HUB_TOKEN, secret: hub, key: token.txt}
  volumes:
    - {name: data, mountPath: /data, claim: birdsong, readOnly: true}
    - {name: out, mountPath: /out, size: 2Ti, storageClass: fast, perPod: true}
    - {name: conf, mountPath: /etc/bittern, configMap: bittern}
    - {name: keys, mountPath: /keys, secret: bittern-keys}
    - {name: tmp, mountPath: /tmp, scratch: true}
  shm: none
  priorityClass: night
  backoffLimit: 3
  slotsPerWorker: 4
)";

TEST(ReadJobs, TakesEveryFieldOfAJob) {
  const JobDocument document = one(kJob);
  EXPECT_EQ(document.cluster_file, "../sites/fen.yaml");
  EXPECT_EQ(document.script_file, "scripts/bittern.sh");
  EXPECT_FALSE(document.cluster);
  const TrainingJob job = document.job.value_or(TrainingJob());
  EXPECT_EQ(job.labels, (std::map<std::string, std::string>{{"team", "waders"}, {"example.org/run", "7"}}));
  EXPECT_EQ(job.kind, JobKind::mpi_job);
  EXPECT_EQ(job.mode, Mode::tcp);
  EXPECT_EQ(job.nodes, 12U);
  EXPECT_EQ(job.gpus, 2U);
  EXPECT_EQ(job.build.git, "git@git.example:waders/bittern.git");
  EXPECT_EQ(job.build.ref, "1.10") << "as it is written, not 1.1";
  EXPECT_EQ(job.build.context, "images/bittern");
  EXPECT_EQ(job.build.dockerfile, "Containerfile");
  EXPECT_EQ(job.build.tag, "1.20");
  EXPECT_EQ(job.script_name, "bittern.sh");
  EXPECT_EQ(job.working_directory, "/opt/bittern");
  EXPECT_EQ(job.resources.cpu, "7.5");
  EXPECT_EQ(job.resources.memory, "200Gi");
  EXPECT_EQ(job.resources.ephemeral_storage, "40G");
  EXPECT_EQ(job.environment, (std::map<std::string, std::string>{
                                 {"OMP_NUM_THREADS", "010"}, {"VERBOSE", "yes"}, {"EMPTY", ""}, {"GREETING", "good morning"}}));
  ASSERT_EQ(job.secrets.size(), 1U);
  EXPECT_EQ(job.secrets[0].name + job.secrets[0].secret + job.secrets[0].key, "HUB_TOKENhubtoken.txt");
  EXPECT_EQ(job.shm, "none");
  EXPECT_EQ(job.priority_class, "night");
  EXPECT_EQ(job.backoff_limit, 3U);
  EXPECT_EQ(job.slots, 4U);
}

TEST(ReadJobs, TakesEveryKindOfVolume) {
  const JobDocument document = one(kJob);
  ASSERT_TRUE(document.job);
  const std::vector<Volume>& volumes = document.job->volumes;
  ASSERT_EQ(volumes.size(), 5U);
  EXPECT_EQ(volumes[0].name + volumes[0].mount + volumes[0].claim, "data/databirdsong");
  EXPECT_TRUE(volumes[0].read_only && !volumes[1].read_only);
  EXPECT_EQ(volumes[1].size + volumes[1].storage_class, "2Tifast");
  EXPECT_TRUE(volumes[1].per_pod && !volumes[0].per_pod);
  EXPECT_EQ(volumes[2].config_map, "bittern");
  EXPECT_EQ(volumes[3].secret, "bittern-keys");
  EXPECT_TRUE(volumes[4].scratch && !volumes[3].scratch);
}

constexpr std::string_view kCluster = R"(apiVersion: railhead.dev/v1alpha1
kind: ClusterProfile
metadata: {name: fen.example}
spec:
  platform: openshift
  version: 4.20
  namespace: marsh
  createNamespace: no
  podSecurity: privileged
  nodes: [fen-1, fen-2.example]
  nodeSelector: {gpu: true, example.org/rack: 7}
  tolerations:
    - {key: nvidia.com/gpu}
    - {key: team, value: waders, effect: NoSchedule}
    - {}
  gpusPerNode: 0
  gpuResource: amd.com/gpu
  fabric: sriov-roce
  rails:
    - network: reed
      namespace: nets
      resource: openshift.io/reed
      subnet: 10.9.0.0/20
      exclude: [10.9.0.0/28, 10.9.15.240/28]
      interface: ens3f0np0
      mtu: 9000
      vlan: 12
    - {network: rush, resource: openshift.io/rush, subnet: "fd00:9::/64", interface: ens3f1np1}
  networks: sriov-operator
  sriov: {policies: true, vfs: 8, vendor: 15b3, device: 1017}
  memlock: {via: nri, size: 64Gi}
  serviceAccount: wader
  createServiceAccount: false
  scc: waders
  storage: {shared: nfs, perPod: local}
  imagePullPolicy: IfNotPresent
  imagePullSecrets: [hub, mirror]
  launcherImage: registry.example/railhead@sha256:0123456789abcdef
)";

TEST(ReadJobs, TakesEveryFieldOfACluster) {
  const JobDocument document = one(kCluster);
  EXPECT_FALSE(document.job);
  const ClusterProfile cluster = document.cluster.value_or(ClusterProfile());
  EXPECT_EQ(cluster.name, "fen.example");
  EXPECT_EQ(cluster.platform, Platform::openshift);
  EXPECT_EQ(cluster.version, "4.20");
  EXPECT_EQ(cluster.space, "marsh");
  EXPECT_FALSE(cluster.create_space);
  EXPECT_EQ(cluster.pod_security, "privileged");
  EXPECT_EQ(cluster.node_names, (std::vector<std::string>{"fen-1", "fen-2.example"}));
  EXPECT_EQ(cluster.node_selector, (std::map<std::string, std::string>{{"gpu", "true"}, {"example.org/rack", "7"}}));
  EXPECT_EQ(cluster.gpus_per_node, 0U);
  EXPECT_EQ(cluster.gpu_resource, "amd.com/gpu");
  EXPECT_EQ(cluster.memlock, MemlockWay::nri);
  EXPECT_EQ(cluster.memlock_size, "64Gi");
  EXPECT_EQ(cluster.service_account, "wader");
  EXPECT_FALSE(cluster.create_service_account);
  EXPECT_EQ(cluster.scc, "waders");
  EXPECT_EQ(cluster.storage.shared + cluster.storage.per_pod, "nfslocal");
  EXPECT_EQ(cluster.pull_policy, "IfNotPresent");
  EXPECT_EQ(cluster.pull_secrets, (std::vector<std::string>{"hub", "mirror"}));
  EXPECT_EQ(cluster.launcher_image, "registry.example/railhead@sha256:0123456789abcdef");
}

TEST(ReadJobs, TakesRailsAndWhatTheOperatorIsTold) {
  const ClusterProfile cluster = one(kCluster).cluster.value_or(ClusterProfile());
  EXPECT_EQ(cluster.fabric, Fabric::sriov_roce);
  EXPECT_EQ(cluster.networks, NetworksBy::sriov_operator);
  ASSERT_EQ(cluster.rails.size(), 2U);
  const Rail& rail = cluster.rails[0];
  EXPECT_EQ(rail.network + rail.space + rail.resource + rail.interface, "reednetsopenshift.io/reedens3f0np0");
  EXPECT_EQ(rail.subnet, "10.9.0.0/20");
  EXPECT_EQ(rail.exclude, (std::vector<std::string>{"10.9.0.0/28", "10.9.15.240/28"}));
  EXPECT_EQ(rail.mtu, 9000U);
  EXPECT_EQ(rail.vlan, 12U);
  EXPECT_EQ(cluster.rails[1].subnet, "fd00:9::/64");
  EXPECT_EQ(cluster.rails[1].vlan, 0U);
  EXPECT_EQ(cluster.sriov.operator_space, "openshift-sriov-network-operator");
  EXPECT_TRUE(cluster.sriov.policies);
  EXPECT_EQ(cluster.sriov.vfs, 8U);
  EXPECT_EQ(cluster.sriov.vendor + cluster.sriov.device, "15b31017");
}

TEST(ReadJobs, TolerationsWithoutAnOperatorHaveTheOneThatIsMeant) {
  const ClusterProfile cluster = one(kCluster).cluster.value_or(ClusterProfile());
  ASSERT_EQ(cluster.tolerations.size(), 3U);
  EXPECT_EQ(cluster.tolerations[0].key + cluster.tolerations[0].op, "nvidia.com/gpuExists");
  EXPECT_EQ(cluster.tolerations[1].op + cluster.tolerations[1].value + cluster.tolerations[1].effect, "EqualwadersNoSchedule");
  EXPECT_EQ(cluster.tolerations[2].op, "Exists");
}

TEST(ReadJobs, WordsHaveTheOrderOfTheirEnums) {
  const auto cluster = [](std::string_view fields) {
    return one(changed("apiVersion: railhead.dev/v1alpha1\nkind: ClusterProfile\nmetadata: {name: fen}\nspec: {SPEC}\n", "SPEC",
                       fields))
        .cluster.value_or(ClusterProfile());
  };
  EXPECT_EQ(cluster("fabric: sriov-infiniband").fabric, Fabric::sriov_infiniband);
  EXPECT_EQ(cluster("fabric: shared-infiniband").fabric, Fabric::shared_infiniband);
  EXPECT_EQ(cluster("fabric: host-device-roce").fabric, Fabric::host_device_roce);
  EXPECT_EQ(cluster("fabric: host-device-infiniband").fabric, Fabric::host_device_infiniband);
  EXPECT_EQ(cluster("fabric: macvlan-roce").fabric, Fabric::macvlan_roce);
  EXPECT_EQ(cluster("fabric: ipoib").fabric, Fabric::ipoib);
  EXPECT_EQ(cluster("networks: attachments").networks, NetworksBy::attachments);
  EXPECT_EQ(cluster("memlock: {via: ipc-lock}").memlock, MemlockWay::ipc_lock);
  EXPECT_EQ(cluster("memlock: {via: sys-resource}").memlock, MemlockWay::sys_resource);
  EXPECT_EQ(cluster("memlock: {via: launcher}").memlock, MemlockWay::launcher);
  EXPECT_EQ(cluster("memlock: {via: native, size: 1Gi}").memlock, MemlockWay::native);
  EXPECT_EQ(cluster("memlock: {via: none}").memlock, MemlockWay::none);
  for (const auto& [word, kind] : {std::pair{"pod", JobKind::pod}, {"job", JobKind::job}, {"jobset", JobKind::job_set}}) {
    const JobDocument document =
        one(changed(changed(kShort, "nodes: 2", "nodes: 1"), "mode: rdma", std::string("kind: ").append(word)));
    EXPECT_EQ(document.job.value_or(TrainingJob()).kind, kind) << word;
  }
}

TEST(ReadJobs, TakesManyDocumentsAndAnchors) {
  const JobFile file =
      right(std::string(kCluster) + "---\n" + std::string(kShort) + "---\n# nothing\n---\n" + std::string(kJob));
  ASSERT_EQ(file.documents.size(), 3U);
  EXPECT_TRUE(file.documents[0].cluster && !file.documents[0].job);
  EXPECT_EQ(file.documents[1].place, "jobs/heron.yaml:40");
  EXPECT_EQ(file.documents[2].job.value_or(TrainingJob()).name, "bittern");
  const JobDocument merged = one(R"(apiVersion: railhead.dev/v1alpha1
kind: ClusterProfile
metadata: {name: fen}
spec:
  fabric: macvlan-roce
  rails:
    - &rail {network: reed, resource: rdma/fen, mtu: 9000}
    - {<<: *rail, network: rush}
)");
  ASSERT_TRUE(merged.cluster && merged.cluster->rails.size() == 2);
  EXPECT_EQ(merged.cluster->rails[1].network, "rush");
  EXPECT_EQ(merged.cluster->rails[1].mtu, 9000U);
}

TEST(ReadJobs, LeavesOutOnlyTheDocumentsThatAreWrong) {
  const JobFile file = read_jobs(std::string(kShort) + "---\nkind: Pod\n---\n" + std::string(kJob), "x");
  EXPECT_EQ(file.documents.size(), 2U);
  EXPECT_EQ(said(file.problems), "x:11:7: expected kind ClusterProfile or TrainingJob, found \"Pod\"\n");
}

TEST(ReadJobs, AScriptHasAName) {
  const std::string inline_script =
      changed(kShort, "command: [torchrun, heron.py]", "script: |\n    #!/bin/bash\n    torchrun heron.py");
  const JobDocument document = one(inline_script);
  ASSERT_TRUE(document.job);
  EXPECT_EQ(document.job->script, "#!/bin/bash\ntorchrun heron.py\n");
  EXPECT_EQ(document.job->script_name, "run.sh");
  EXPECT_EQ(one(inline_script + "  scriptName: heron.sh\n").job.value_or(TrainingJob()).script_name, "heron.sh");
}

TEST(ReadJobs, ReadsJson) {
  const JobDocument document = one(
      R"({"apiVersion": "railhead.dev/v1alpha1", "kind": "TrainingJob", "metadata": {"name": "heron"},
          "spec": {"image": "heron", "command": ["run"], "nodes": 3}})");
  EXPECT_EQ(document.job.value_or(TrainingJob()).nodes, 3U);
  EXPECT_FALSE(document.cluster);
}

TEST(Fabrics, KnowWhatTheyAre) {
  EXPECT_TRUE(is_roce(Fabric::sriov_roce) && is_roce(Fabric::host_device_roce) && is_roce(Fabric::macvlan_roce));
  EXPECT_FALSE(is_roce(Fabric::ipoib) || is_roce(Fabric::shared_infiniband) || is_roce(Fabric::sriov_infiniband));
  EXPECT_TRUE(has_attachments(Fabric::ipoib) && has_attachments(Fabric::host_device_infiniband));
  EXPECT_FALSE(has_attachments(Fabric::shared_infiniband));
}

}  // namespace
}  // namespace railhead::manifest::job
