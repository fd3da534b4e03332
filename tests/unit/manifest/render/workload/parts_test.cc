// What a job needs beside its pods: images, scripts, claims and the Service.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/manifest/render/workload/sample.h"

namespace railhead::manifest::render {
namespace {

using sample::line;
using sample::made;
using sample::Made;
using sample::main_of;
using sample::named;
using sample::pod_of;
using testing::HasSubstr;

std::string text(const Value& value) { return value.text().value_or("(none)"); }

TEST(RenderParts, ServiceIsHeadlessAndSelectsThePods) {
  const job::ClusterProfile cluster = sample::cluster();
  for (const job::JobKind kind : {job::JobKind::stateful_set, job::JobKind::job}) {
    const job::TrainingJob job = sample::training(kind);
    const Made service_made = made(service({.job = job, .cluster = cluster}));
    const Value spec = service_made.root()["spec"];
    EXPECT_EQ(text(service_made.root()["metadata"]["name"]), "climate");
    EXPECT_EQ(text(spec["clusterIP"]), "None");
    EXPECT_EQ(spec["publishNotReadyAddresses"].boolean(), true);
    EXPECT_EQ(text(spec["ports"].items().at(0)["name"]), "rendezvous");
    EXPECT_EQ(text(spec["ports"].items().at(0)["protocol"]), "TCP");
    const Made pods = sample::workload_of(job, cluster);
    const Value labels = pod_of(pods.root())["metadata"]["labels"];
    ASSERT_FALSE(spec["selector"].members().empty());
    for (const auto& [label, value] : spec["selector"].members()) EXPECT_EQ(text(labels[text(label)]), text(value));
  }
  for (const job::JobKind kind : {job::JobKind::pod, job::JobKind::mpi_job, job::JobKind::job_set}) {
    const job::TrainingJob job = sample::training(kind);
    EXPECT_EQ(made(service({.job = job, .cluster = cluster})).text, "(nothing)");
  }
}

TEST(RenderParts, ScriptIsAFileThatItsInterpreterRuns) {
  job::TrainingJob job = sample::training();
  const job::ClusterProfile cluster = sample::cluster();
  job.command.clear();
  job.script = "#!/usr/bin/env python3\nprint(\"a: b\")  # c\n";
  job.script_name = "fit.py";
  const Made map = made(script({.job = job, .cluster = cluster}));
  EXPECT_EQ(text(map.root()["metadata"]["name"]), "climate-script");
  EXPECT_EQ(map.root()["immutable"].boolean(), false);
  EXPECT_EQ(text(map.root()["data"]["fit.py"]), job.script);
  const auto command = [&] { return line(main_of(pod_of(sample::workload_of(job, cluster).root()))["command"]); };
  EXPECT_THAT(command(), HasSubstr("-- /usr/bin/env python3 /railhead/script/fit.py"));
  const Made pods = sample::workload_of(job, cluster);
  EXPECT_EQ(text(named(pod_of(pods.root())["spec"]["volumes"], "railhead-script")["configMap"]["name"]), "climate-script");
  EXPECT_EQ(text(named(main_of(pod_of(pods.root()))["volumeMounts"], "railhead-script")["mountPath"]), "/railhead/script");
  job.script = "torchrun fit.py\n";
  job.script_name.clear();
  EXPECT_THAT(command(), HasSubstr("-- /bin/sh /railhead/script/script.sh"));
  job.script = "#!/bin/bash -e -u\n";
  EXPECT_THAT(sample::texts(main_of(pod_of(sample::workload_of(job, cluster).root()))["command"]),
              testing::Contains("-e -u"));  // as the kernel passes it
  job.script_name = "../fit";
  EXPECT_THAT(made(script({.job = job, .cluster = cluster})).text, HasSubstr("(error) spec.scriptFile"));
  job.script_name = "fit";
  job.script.assign(std::size_t{1} << 20U, 'x');
  EXPECT_THAT(made(script({.job = job, .cluster = cluster})).text, HasSubstr("more than a ConfigMap holds"));
}

TEST(RenderParts, OpenShiftBuildsTheImageThatThePodsRun) {
  job::TrainingJob job = sample::training();
  job::ClusterProfile cluster = sample::cluster();
  job.image.clear();
  job.build.git = "https://git.example/climate.git";
  job.build.ref = "v4";
  job.build.context = "images/fit";
  job.build.dockerfile = "Containerfile";
  EXPECT_THAT(made(image_build({.job = job, .cluster = cluster})).text, HasSubstr("(error) spec.build: only OpenShift"));
  cluster.platform = job::Platform::openshift;
  const auto objects = image_build({.job = job, .cluster = cluster});
  EXPECT_EQ(text(made(objects).root()["kind"]), "ImageStream");
  const Made config = made(objects, 1);
  const Value spec = config.root()["spec"];
  EXPECT_EQ(text(spec["source"]["git"]["ref"]), "v4");
  EXPECT_EQ(text(spec["source"]["contextDir"]), "images/fit");
  EXPECT_EQ(text(spec["strategy"]["dockerStrategy"]["dockerfilePath"]), "Containerfile");
  EXPECT_EQ(text(spec["output"]["to"]["name"]), "climate:latest");
  EXPECT_EQ(text(main_of(pod_of(sample::workload_of(job, cluster).root()))["image"]),
            "image-registry.openshift-image-registry.svc:5000/physics/climate:latest");
  cluster.space.clear();
  EXPECT_THAT(made(image_build({.job = job, .cluster = cluster})).text, HasSubstr("(error) spec.build: an image"));
}

job::Volume volume(const char* name) {
  job::Volume volume;
  volume.name = name;
  volume.mount = std::string("/mnt/") + name;
  return volume;
}

job::TrainingJob with_volumes(job::JobKind kind) {
  job::TrainingJob job = sample::training(kind);
  for (const char* name : {"there", "shared", "own", "config", "keys", "scratch"}) job.volumes.push_back(volume(name));
  job.volumes[0].claim = "archive";
  job.volumes[0].read_only = true;
  job.volumes[1].size = "5Ti";
  job.volumes[2].size = "200Gi";
  job.volumes[2].per_pod = true;
  job.volumes[2].storage_class = "nvme";
  job.volumes[3].config_map = "settings";
  job.volumes[4].secret = "keys";
  job.volumes[5].scratch = true;
  return job;
}

TEST(RenderParts, ClaimsThatAllShareAreMade) {
  const job::TrainingJob job = with_volumes(job::JobKind::job);
  job::ClusterProfile cluster = sample::cluster();
  cluster.storage.shared = "parallel-fs";
  const auto objects = volumes({.job = job, .cluster = cluster});
  ASSERT_TRUE(objects);
  ASSERT_EQ(objects->size(), 1U);
  const Made claim = made(objects);
  EXPECT_EQ(text(claim.root()["metadata"]["name"]), "climate-shared");
  EXPECT_EQ(line(claim.root()["spec"]["accessModes"]), "ReadWriteMany");
  EXPECT_EQ(text(claim.root()["spec"]["resources"]["requests"]["storage"]), "5Ti");
  EXPECT_EQ(text(claim.root()["spec"]["storageClassName"]), "parallel-fs");
}

TEST(RenderParts, VolumesComeIntoThePods) {
  const Made set = sample::workload_of(with_volumes(job::JobKind::stateful_set), sample::cluster());
  const Value pod = pod_of(set.root());
  const Value list = pod["spec"]["volumes"];
  EXPECT_EQ(text(named(list, "there")["persistentVolumeClaim"]["claimName"]), "archive");
  EXPECT_EQ(text(named(list, "shared")["persistentVolumeClaim"]["claimName"]), "climate-shared");
  EXPECT_EQ(text(named(list, "config")["configMap"]["name"]), "settings");
  EXPECT_EQ(text(named(list, "keys")["secret"]["secretName"]), "keys");
  EXPECT_TRUE(named(list, "scratch")["emptyDir"]);
  EXPECT_FALSE(named(list, "own"));  // the set makes it
  const Value own = set.root()["spec"]["volumeClaimTemplates"].items().at(0);
  EXPECT_EQ(text(own["metadata"]["name"]), "own");
  EXPECT_EQ(text(own["spec"]["storageClassName"]), "nvme");
  EXPECT_EQ(line(own["spec"]["accessModes"]), "ReadWriteOnce");
  EXPECT_EQ(named(main_of(pod)["volumeMounts"], "there")["readOnly"].boolean(), true);
  EXPECT_EQ(text(named(main_of(pod)["volumeMounts"], "own")["mountPath"]), "/mnt/own");

  const Made job = sample::workload_of(with_volumes(job::JobKind::job), sample::cluster());
  const Value ephemeral = named(pod_of(job.root())["spec"]["volumes"], "own")["ephemeral"]["volumeClaimTemplate"];
  EXPECT_EQ(text(ephemeral["spec"]["resources"]["requests"]["storage"]), "200Gi");
}

}  // namespace
}  // namespace railhead::manifest::render
