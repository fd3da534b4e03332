// All objects of a job together: order, sameness, and what lint says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/format.h"
#include "manifest/render/render.h"
#include "tests/support/linted.h"
#include "tests/unit/manifest/render/workload/sample.h"

namespace railhead::manifest::render {
namespace {

using testing::HasSubstr;

std::string whole(const job::TrainingJob& job, const job::ClusterProfile& cluster, const Options& options = {}) {
  const auto objects = render(job, cluster, options);
  if (!objects) return "(error) " + objects.error().message;
  std::string text;
  for (const Object& object : *objects) text += "---\n" + object.text;
  return text;
}

std::string violations(const std::string& text) {
  static const std::vector<const check::Check*> kChecks = [] {
    std::vector<const check::Check*> all;
    for (const check::Check& check : check::catalogue()) all.push_back(&check);
    return all;
  }();
  std::string found;
  for (const check::Result& result : test::linted({{"all.yaml", text}}, kChecks))
    if (result.finding.verdict == check::Verdict::violated)
      found += base::format("{} {}: {}\n", result.check->id, result.finding.subject, result.finding.message);
  return found;
}

job::TrainingJob full(job::JobKind kind, job::Mode mode) {
  job::TrainingJob job = sample::training(kind, mode);
  job.environment = {{"NCCL_DEBUG", "INFO"}, {"NOTE", "two\nlines"}};
  job.volumes.resize(2);
  job.volumes[0].name = "data";
  job.volumes[0].mount = "/data";
  job.volumes[0].size = "1Ti";
  job.volumes[1].name = "own";
  job.volumes[1].mount = "/own";
  job.volumes[1].size = "1Ti";
  job.volumes[1].per_pod = true;
  return job;
}

TEST(Render, LintFindsNothing) {
  for (const job::JobKind kind : sample::kKinds)
    for (const job::Fabric fabric : sample::kFabrics)
      for (const job::Mode mode : {job::Mode::rdma, job::Mode::tcp}) {
        const std::string text = whole(full(kind, mode), sample::cluster(fabric));
        ASSERT_THAT(text, HasSubstr("apiVersion:"));
        EXPECT_EQ(violations(text), "") << text;
      }
}

TEST(Render, LintFindsNothingOfTestPodsAndOtherMemlockWays) {
  for (const MemlockWay way : {MemlockWay::ipc_lock, MemlockWay::sys_resource, MemlockWay::launcher, MemlockWay::nri})
    for (const job::JobKind kind : sample::kKinds)
      for (const bool test : {false, true}) {
        job::ClusterProfile cluster = sample::cluster();
        cluster.memlock = way;
        const std::string text = whole(full(kind, job::Mode::rdma), cluster, {.test_pod = test});
        ASSERT_THAT(text, HasSubstr("apiVersion:"));
        EXPECT_EQ(violations(text), "") << text;
      }
}

TEST(Render, TheSameTwice) {
  for (const job::JobKind kind : sample::kKinds) {
    const std::string first = whole(full(kind, job::Mode::rdma), sample::cluster());
    EXPECT_NE(whole(full(kind, job::Mode::tcp), sample::cluster()), first);
    EXPECT_EQ(whole(full(kind, job::Mode::rdma), sample::cluster()), first);
  }
}

TEST(Render, WhatIsNeededComesFirst) {
  job::TrainingJob job = full(job::JobKind::stateful_set, job::Mode::rdma);
  job.script = "torchrun fit.py\n";
  job.image.clear();
  job.build.git = "https://git.example/climate.git";
  job::ClusterProfile cluster = sample::cluster();
  cluster.platform = job::Platform::openshift;
  const auto objects = render(job, cluster, {});
  ASSERT_TRUE(objects) << objects.error().message;
  std::vector<std::string> kinds;
  for (const Object& object : *objects)
    if (object.needed_by == NeededBy::user) kinds.push_back(object.kind);
  const std::vector<std::string> last = {"ImageStream",           "BuildConfig", "ConfigMap",
                                         "PersistentVolumeClaim", "Service",     "StatefulSet"};
  ASSERT_GE(kinds.size(), last.size());
  EXPECT_EQ(std::vector<std::string>(kinds.end() - static_cast<std::ptrdiff_t>(last.size()), kinds.end()), last);
}

TEST(Render, ObjectsAreWhatTheirTextsSay) {
  const auto objects = render(full(job::JobKind::job, job::Mode::rdma), sample::cluster(), {});
  ASSERT_TRUE(objects);
  for (const Object& object : *objects) {
    const Document document = sample::document(object.text);
    const Value root(document);
    EXPECT_EQ(root["kind"].text(), object.kind);
    EXPECT_EQ(root["metadata"]["name"].text(), object.name);
    EXPECT_EQ(root["metadata"]["namespace"].text().value_or(""), object.space);
    const bool shared = object.kind == "Namespace" || object.kind == "NetworkAttachmentDefinition";
    EXPECT_EQ(root["metadata"]["annotations"]["railhead.dev/owner"].text(),
              shared ? "ClusterProfile/hall" : "TrainingJob/physics/climate");
    EXPECT_EQ(root["metadata"]["labels"]["app.kubernetes.io/managed-by"].text(), "railhead");
    EXPECT_TRUE(object.text.ends_with('\n'));
    EXPECT_FALSE(object.text.starts_with("---"));
  }
}

TEST(Render, LabelsOfTheJobDoNotReplaceItsOwn) {
  job::TrainingJob job = sample::training();
  job.labels = {{"team", "ice"}, {"app.kubernetes.io/instance", "other"}};
  const job::ClusterProfile cluster = sample::cluster();
  std::string all;
  for (const auto& [name, value] : labels({.job = job, .cluster = cluster})) all += name + "=" + value.text + " ";
  EXPECT_EQ(
      all, "app.kubernetes.io/name=climate app.kubernetes.io/instance=climate app.kubernetes.io/managed-by=railhead team=ice ");
}

TEST(Render, RdmaNeedsRails) {
  job::ClusterProfile cluster = sample::cluster();
  cluster.rails.clear();
  EXPECT_THAT(whole(sample::training(), cluster), HasSubstr("(error) spec.mode: rdma needs rails"));
  EXPECT_THAT(whole(sample::training(job::JobKind::job, job::Mode::tcp), cluster), HasSubstr("kind: Job"));
  EXPECT_THAT(whole(sample::training(job::JobKind::job, job::Mode::tcp), sample::cluster(), {.test_pod = true}),
              HasSubstr("(error) the test pod tries RDMA"));
}

}  // namespace
}  // namespace railhead::manifest::render
