#include "flow/preflight/wanted.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "flow/preflight/cluster.h"
#include "flow/preflight/trials.h"
#include "manifest/job/read.h"
#include "manifest/render/render.h"

namespace railhead::flow {
namespace {

using testing::Contains;
using testing::ElementsAre;

/// A job that is read and rendered, with what is made of it.
struct Made {
  manifest::job::JobFile file;
  std::vector<Item> items;
  facts::WantedJob wanted;
};

Made made(const std::string& more, const std::string& cluster = "") {
  Made one{.file = manifest::job::read_jobs("apiVersion: railhead.dev/v1alpha1\n"
                                            "kind: TrainingJob\n"
                                            "metadata: {name: train, namespace: team-a}\n"
                                            "spec:\n"
                                            "  image: registry.example/job:1\n"
                                            "  nodes: 3\n"
                                            "  command: [sleep, '9']\n" +
                                                more +
                                                "  cluster:\n"
                                                "    gpusPerNode: 4\n"
                                                "    launcherImage: registry.example/railhead:1\n" +
                                                cluster,
                                            "railhead.yaml"),
           .items = {},
           .wanted = {}};
  EXPECT_TRUE(one.file.problems.empty()) << one.file.problems.front().message;
  const auto& document = one.file.documents.front();
  const auto objects = manifest::render::render(*document.job, *document.cluster, {});
  EXPECT_TRUE(objects) << objects.error().message;
  one.items = items_of(*objects);
  one.wanted = wanted_of({.place = "railhead.yaml:1", .job = &*document.job, .cluster = &*document.cluster}, one.items);
  return one;
}

const std::string kShared = "    fabric: shared-infiniband\n    rails: [{resource: rdma/hca}]\n";
const std::string kSriov =
    "    fabric: sriov-roce\n    networks: attachments\n    rails:\n"
    "      - {network: rail1, resource: example.com/rail1, subnet: 192.0.2.0/24, mtu: 9000}\n";

std::uint64_t amount(const facts::WantedPods& pods, const std::string& name) {
  const auto found = std::ranges::find(pods.requests, name, &facts::WantedAmount::name);
  return found == pods.requests.end() ? 0 : found->amount;
}

TEST(Wanted, PodsWithTheirAmountsAndPlaces) {
  const Made one =
      made("  resources: {cpu: '2', memory: 4Gi}\n",
           kShared + "    nodeSelector: {pool: gpus}\n    tolerations: [{key: gpus, operator: Exists, effect: NoSchedule}]\n");
  ASSERT_EQ(one.wanted.pods.size(), 1U);
  const facts::WantedPods& pods = one.wanted.pods.front();
  EXPECT_EQ(pods.owner, "StatefulSet/train");
  EXPECT_EQ(pods.count, 3U);
  EXPECT_EQ(amount(pods, "cpu"), 2000U);
  EXPECT_EQ(amount(pods, "memory"), std::uint64_t{4} << 30U);
  EXPECT_EQ(amount(pods, "nvidia.com/gpu"), 4U);
  EXPECT_EQ(amount(pods, "rdma/hca"), 1U);
  EXPECT_EQ(pods.selector.at("pool"), "gpus");
  ASSERT_EQ(pods.tolerations.size(), 1U);
  EXPECT_EQ(pods.tolerations.front().op, "Exists");
  EXPECT_THAT(one.wanted.rdma_resources, ElementsAre("rdma/hca"));
  EXPECT_TRUE(one.wanted.networks.empty());
}

TEST(Wanted, WhatTheJobMakesIsNotAskedFor) {
  const Made one = made("", kSriov);
  EXPECT_TRUE(one.wanted.account_made);
  EXPECT_TRUE(one.wanted.space_made);
  EXPECT_TRUE(one.wanted.objects.empty());
  ASSERT_EQ(one.wanted.networks.size(), 1U);
  const facts::WantedNetwork& network = one.wanted.networks.front();
  EXPECT_TRUE(network.made);
  EXPECT_THAT(network.types, Contains("sriov"));
  EXPECT_THAT(network.ipam, Contains("whereabouts"));
  EXPECT_EQ(network.mtu, 9000U);
}

TEST(Wanted, WhatItNamesIs) {
  const Made one = made(
      "  secrets: [{name: TOKEN, secret: hub, key: token}]\n"
      "  volumes: [{name: data, mountPath: /data, claim: corpus}, {name: out, mountPath: /out, size: 1Gi, storageClass: "
      "fast}]\n",
      kShared + "    serviceAccount: trainer\n    createServiceAccount: false\n    imagePullSecrets: [registry]\n");
  std::vector<std::string> names;
  for (const facts::WantedObject& object : one.wanted.objects) names.push_back(object.kind + "/" + object.name);
  EXPECT_THAT(names, testing::UnorderedElementsAre("serviceaccount/trainer", "secret/registry", "secret/hub",
                                                   "persistentvolumeclaim/corpus"));
  ASSERT_EQ(one.wanted.claims.size(), 1U);
  EXPECT_EQ(one.wanted.claims.front().storage_class, "fast");
}

TEST(Wanted, ALauncherIsOnePodOfItsOwn) {
  const Made one = made("  kind: mpijob\n", kShared);
  ASSERT_EQ(one.wanted.pods.size(), 2U);
  const auto launcher = std::ranges::find(one.wanted.pods, std::uint64_t{1}, &facts::WantedPods::count);
  ASSERT_NE(launcher, one.wanted.pods.end());
  EXPECT_EQ(amount(*launcher, "rdma/hca"), 0U);
  EXPECT_THAT(one.wanted.apis, Contains(testing::Field(&facts::WantedApi::name, "mpijobs.kubeflow.org")));
}

TEST(Wanted, TcpAsksForNothingOfRdma) {
  const Made one = made("  mode: tcp\n", kSriov);
  EXPECT_FALSE(one.wanted.rdma);
  EXPECT_TRUE(one.wanted.networks.empty());
  EXPECT_TRUE(one.wanted.rdma_resources.empty());
}

TEST(Wanted, QuotasCountPodsThatDoNotRunYet) {
  Made one = made("", kShared);
  one.wanted.pods.front().running = {{"n1", 1}};
  facts::Preflight preflight{.survey = {}, .jobs = {one.wanted}};
  preflight.survey.space.quotas = {{{.name = "most",
                                     .amounts = {{"requests.rdma/hca", "8", "7"},
                                                 {"pods", "10", ""},
                                                 {"limits.nvidia.com/gpu", "16", "4"},
                                                 {"services", "1", "1"}}}},
                                   "/quotas"};
  compare_quotas(preflight);
  ASSERT_EQ(preflight.quotas.size(), 3U);
  EXPECT_EQ(preflight.quotas[0].wanted, 2U);
  EXPECT_EQ(preflight.quotas[0].left, 1U);
  EXPECT_EQ(preflight.quotas[1].wanted, 2U);
  EXPECT_EQ(preflight.quotas[1].left, 10U);
  EXPECT_EQ(preflight.quotas[2].wanted, 8U);
}

TEST(Wanted, MtuOfANetworkOrOfAPluginBehindIt) {
  facts::Preflight preflight;
  preflight.jobs = {{.name = "train", .space = "a", .file = ""}};
  preflight.jobs.front().networks = {{.space = "a", .name = "one", .resource = "", .subnet = ""},
                                     {.space = "a", .name = "two", .resource = "", .subnet = ""},
                                     {.space = "b", .name = "one", .resource = "", .subnet = ""}};
  const auto object = [](const std::string& name, const std::string& config) {
    const nlohmann::json text = {{"spec", {{"config", config}}}};
    return facts::SurveyedObject{.kind = "NetworkAttachmentDefinition", .space = "a", .name = name, .text = text.dump()};
  };
  preflight.survey.networks = {{object("one", R"({"type":"macvlan","mtu":9000})"),
                                object("two", R"({"plugins":[{"type":"sriov"},{"type":"tuning","mtu":4200}]})")},
                               "/nads"};
  find_mtus(preflight);
  EXPECT_EQ(preflight.jobs.front().networks[0].found_mtu, 9000U);
  EXPECT_EQ(preflight.jobs.front().networks[1].found_mtu, 4200U);
  EXPECT_EQ(preflight.jobs.front().networks[2].found_mtu, std::nullopt);
}

TEST(Wanted, APodOfATemplateStandsAlone) {
  const Made one = made("  volumes: [{name: data, mountPath: /data, size: 1Gi, perPod: true}]\n", kShared);
  const auto workload = std::ranges::find_if(one.items, has_pods);
  ASSERT_NE(workload, one.items.end());
  const std::vector<std::string> manifests = pod_manifests(*workload);
  ASSERT_EQ(manifests.size(), 1U);
  const nlohmann::json pod = nlohmann::json::parse(manifests.front());
  EXPECT_EQ(pod["kind"], "Pod");
  EXPECT_EQ(pod["metadata"]["namespace"], "team-a");
  EXPECT_FALSE(pod["metadata"].contains("name"));
  EXPECT_EQ(pod["spec"]["containers"][0]["resources"]["limits"]["rdma/hca"], "1");
  EXPECT_EQ(pod["spec"]["securityContext"]["runAsUser"], 0);
  bool claimed = false;
  for (const auto& volume : pod["spec"]["volumes"])
    claimed |= volume.contains("persistentVolumeClaim") && volume["persistentVolumeClaim"]["claimName"] == "data-train-0";
  EXPECT_TRUE(claimed) << pod.dump(2);
}

}  // namespace
}  // namespace railhead::flow
