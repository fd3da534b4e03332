// NetworkAttachmentDefinitions, and what the SR-IOV operator makes them of.
#include <gmock/gmock.h>

#include <functional>

#include "check/run.h"
#include "tests/unit/manifest/render/made.h"
#include "text/case.h"

namespace railhead::manifest::render {
namespace {

using job::Fabric;
using job::NetworksBy;
using made_by_hand::Again;
using made_by_hand::lab;
using made_by_hand::ring;
using made_by_hand::said;
using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<Object> rendered(const job::ClusterProfile& cluster, const job::TrainingJob& job = ring()) {
  auto objects = networks({job, cluster});
  EXPECT_TRUE(objects) << said(objects);
  return objects ? *std::move(objects) : std::vector<Object>();
}

json config_of(const Object& object) {
  const Again again(object);
  return json::parse(again.root()["spec"]["config"].text().value_or(""));
}

std::string resource_of(const Object& object) {
  const Again again(object);
  return again.root()["metadata"]["annotations"]["k8s.v1.cni.cncf.io/resourceName"].text().value_or("");
}

constexpr const char* kNorth = R"("ipam": {"type": "whereabouts", "range": "198.51.100.0/26"}})";

struct Row {
  Fabric fabric;
  std::string resource;  // that the annotation names
  std::string plugin;
};

TEST(Networks, EachFabricHasItsPlugin) {
  const std::vector<Row> rows = {
      {Fabric::sriov_roce, "vendor.example/north", R"("type": "sriov")"},
      {Fabric::sriov_infiniband, "vendor.example/north", R"("type": "ib-sriov", "link_state": "enable")"},
      {Fabric::host_device_roce, "vendor.example/north", R"("type": "host-device")"},
      {Fabric::host_device_infiniband, "vendor.example/north", R"("type": "host-device")"},
      {Fabric::macvlan_roce, "", R"("type": "macvlan", "master": "ens4f0", "mode": "bridge")"},
      {Fabric::ipoib, "", R"("type": "ipoib", "master": "ib4")"}};
  for (const Row& row : rows) {
    const std::vector<Object> objects = rendered(lab(row.fabric));
    ASSERT_EQ(objects.size(), 2U);
    EXPECT_EQ(config_of(objects[0]), json::parse(R"({"cniVersion": "0.3.1", "name": "north", )" + row.plugin + ", " + kNorth));
    EXPECT_EQ(resource_of(objects[0]), row.resource);
    EXPECT_EQ(objects[0].needed_by, NeededBy::admin);
    EXPECT_EQ(objects[0].space, "wind-tunnel");
    EXPECT_EQ(config_of(objects[1])["name"], "south");
  }
}

TEST(Networks, NothingWhereThereIsNothingToMake) {
  job::TrainingJob tcp = ring();
  tcp.mode = job::Mode::tcp;
  EXPECT_THAT(rendered(lab(), tcp), IsEmpty());
  job::ClusterProfile cluster = lab();
  cluster.networks = NetworksBy::existing;
  EXPECT_THAT(rendered(cluster), IsEmpty());
  EXPECT_THAT(rendered(lab(Fabric::shared_infiniband)), IsEmpty());
  cluster = lab();
  cluster.rails[0].space = "fabric";
  cluster.rails[1].space = "wind-tunnel";
  EXPECT_THAT(made_by_hand::names(rendered(cluster)), ElementsAre("NetworkAttachmentDefinition/south"));
}

TEST(Networks, WhatTheFirstPluginHasNoFieldForIsChained) {
  job::ClusterProfile cluster = lab();
  cluster.rails[0].vlan = 412;
  cluster.rails[0].mtu = 4200;
  cluster.rails[0].exclude = {"198.51.100.0/29", "198.51.100.62/32"};
  cluster.rdma_isolation = true;
  EXPECT_EQ(config_of(rendered(cluster)[0]), json::parse(R"({"cniVersion": "0.3.1", "name": "north", "plugins": [
    {"type": "sriov", "vlan": 412, "ipam": {"type": "whereabouts", "range": "198.51.100.0/26",
     "exclude": ["198.51.100.0/29", "198.51.100.62/32"]}}, {"type": "tuning", "mtu": 4200}, {"type": "rdma"}]})"));
  EXPECT_EQ(config_of(rendered(cluster)[1])["plugins"].size(), 2U);
  cluster = lab(Fabric::macvlan_roce);
  cluster.rails[0].mtu = 4200;
  EXPECT_EQ(config_of(rendered(cluster)[0])["mtu"], 4200);
  EXPECT_FALSE(config_of(rendered(cluster)[0]).contains("plugins"));
}

// rdma-cni must not come behind an ib-sriov that isolates by itself.
TEST(Networks, InfiniBandFunctionsAreIsolatedByTheirPlugin) {
  job::ClusterProfile cluster = lab(Fabric::sriov_infiniband);
  cluster.rdma_isolation = true;
  cluster.rails[1].pkey = "0x8012";
  EXPECT_EQ(config_of(rendered(cluster)[0])["rdmaIsolation"], true);
  EXPECT_FALSE(config_of(rendered(cluster)[0]).contains("plugins"));
  EXPECT_EQ(config_of(rendered(cluster)[1])["pkey"], "0x8012");
}

TEST(Networks, AnInterfaceIsMovedByNameWhereNoResourceGivesIt) {
  job::ClusterProfile cluster = lab(Fabric::host_device_roce);
  cluster.rails[0].resource = "rdma/shared";
  cluster.rails[1].resource.clear();
  const std::vector<Object> objects = rendered(cluster);
  EXPECT_EQ(config_of(objects[0])["device"], "ens4f0");
  EXPECT_EQ(resource_of(objects[0]), "");
  EXPECT_EQ(config_of(objects[1])["device"], "ens5f0");
}

TEST(Networks, APartitionIsThatOfTheMaster) {
  job::ClusterProfile cluster = lab(Fabric::ipoib);
  cluster.rails[0].pkey = "0x0012";
  cluster.rails[1].pkey = "0x8012";
  cluster.rails[1].interface = "ib5.8012";
  const std::vector<Object> objects = rendered(cluster);
  EXPECT_EQ(config_of(objects[0])["master"], "ib4.8012");
  EXPECT_EQ(config_of(objects[1])["master"], "ib5.8012");
}

TEST(Networks, AddressesAreLeftOutWhereThereIsNoSubnet) {
  job::ClusterProfile cluster = lab(Fabric::sriov_infiniband);
  cluster.rails[0].subnet.clear();
  EXPECT_FALSE(config_of(rendered(cluster)[0]).contains("ipam"));
  cluster.fabric = Fabric::ipoib;
  EXPECT_EQ(config_of(rendered(cluster)[0])["ipam"], json::object());
}

TEST(Networks, TextsAreEscaped) {
  job::ClusterProfile cluster = lab(Fabric::macvlan_roce);
  cluster.rails[0].interface = "a\"b\\c";
  EXPECT_EQ(config_of(rendered(cluster)[0])["master"], "a\"b\\c");
}

TEST(Networks, AreTheSameEachTime) {
  for (const NetworksBy by : {NetworksBy::attachments, NetworksBy::sriov_operator}) {
    job::ClusterProfile cluster = lab();
    cluster.networks = by;
    const std::vector<Object> once = rendered(cluster);
    const std::vector<Object> twice = rendered(cluster);
    ASSERT_EQ(once.size(), twice.size());
    for (std::size_t i = 0; i < once.size(); ++i) EXPECT_EQ(once[i].text, twice[i].text);
  }
}

job::ClusterProfile by_operator(Fabric fabric = Fabric::sriov_roce) {
  job::ClusterProfile cluster = lab(fabric);
  cluster.networks = NetworksBy::sriov_operator;
  cluster.node_selector = {{"pool.example/fabric", "yes"}};
  cluster.sriov.policies = true;
  cluster.sriov.vfs = 6;
  return cluster;
}

TEST(Networks, TheOperatorMakesThemOfItsOwnObjects) {
  job::ClusterProfile cluster = by_operator();
  cluster.rails[0].vlan = 9;
  cluster.rails[0].mtu = cluster.rails[1].mtu = 9000;
  cluster.rails[1].subnet.clear();
  const std::vector<Object> objects = rendered(cluster);
  EXPECT_THAT(made_by_hand::names(objects), ElementsAre("SriovNetworkNodePolicy/north", "SriovNetworkNodePolicy/south",
                                                        "SriovNetwork/north", "SriovNetwork/south"));
  const Again policy(objects[0]);
  const Value asked = policy.root()["spec"];
  EXPECT_EQ(policy.root()["apiVersion"].text(), "sriovnetwork.openshift.io/v1");
  EXPECT_EQ(objects[0].space, "openshift-sriov-network-operator");
  EXPECT_EQ(asked["resourceName"].text(), "north");
  EXPECT_EQ(asked["nodeSelector"]["pool.example/fabric"].text(), "yes");
  EXPECT_EQ(asked["numVfs"].integer(), 6);
  EXPECT_EQ(asked["mtu"].integer(), 9000);
  EXPECT_EQ(asked["priority"].integer(), 99);
  EXPECT_EQ(asked["deviceType"].text(), "netdevice");
  EXPECT_EQ(asked["isRdma"].boolean(), true);
  EXPECT_EQ(asked["linkType"].text(), "eth");
  ASSERT_EQ(asked["nicSelector"]["pfNames"].items().size(), 1U);
  EXPECT_EQ(asked["nicSelector"]["pfNames"].items()[0].text(), "ens4f0");
  const Again network(objects[2]);
  const Value spec = network.root()["spec"];
  EXPECT_EQ(spec["networkNamespace"].text(), "wind-tunnel");
  EXPECT_EQ(spec["resourceName"].text(), "north");
  EXPECT_EQ(spec["vlan"].integer(), 9);
  EXPECT_EQ(json::parse(spec["ipam"].text().value_or("")),
            json::parse(R"({"type": "whereabouts", "range": "198.51.100.0/26"})"));
  EXPECT_FALSE(spec["metaPlugins"]);  // the policy sets the MTU
  EXPECT_FALSE(Again(objects[3]).root()["spec"]["ipam"]);
}

TEST(Networks, TheOperatorsInfiniBand) {
  job::ClusterProfile cluster = by_operator(Fabric::sriov_infiniband);
  cluster.platform = job::Platform::kubernetes;
  cluster.rdma_isolation = true;
  cluster.sriov.vendor = "15b3";
  cluster.sriov.device = "101e";
  const std::vector<Object> objects = rendered(cluster);
  EXPECT_EQ(objects[0].space, "sriov-network-operator");
  const Again policy(objects[0]);
  EXPECT_EQ(policy.root()["spec"]["linkType"].text(), "ib");
  EXPECT_EQ(policy.root()["spec"]["nicSelector"]["vendor"].text(), "15b3");
  EXPECT_EQ(policy.root()["spec"]["nicSelector"]["deviceID"].text(), "101e");
  const Again network(objects[2]);
  EXPECT_EQ(objects[2].kind, "SriovIBNetwork");
  EXPECT_EQ(network.root()["spec"]["linkState"].text(), "enable");
  EXPECT_EQ(json::parse(network.root()["spec"]["metaPlugins"].text().value_or("")), json::parse(R"({"type": "rdma"})"));
}

TEST(Networks, RailsOfOneResourceHaveOnePolicy) {
  job::ClusterProfile cluster = by_operator();
  cluster.sriov.operator_space = "fabric-operators";
  cluster.rails[0].resource = cluster.rails[1].resource = "vendor.example/Both_Ports";
  const std::vector<Object> objects = rendered(cluster);
  EXPECT_THAT(made_by_hand::names(objects),
              ElementsAre("SriovNetworkNodePolicy/both-ports", "SriovNetwork/north", "SriovNetwork/south"));
  EXPECT_EQ(objects[0].space, "fabric-operators");
  const Again policy(objects[0]);
  EXPECT_EQ(policy.root()["spec"]["nicSelector"]["pfNames"].items().size(), 2U);
  cluster.rails[1].interface = cluster.rails[0].interface;
  EXPECT_EQ(Again(rendered(cluster)[0]).root()["spec"]["nicSelector"]["pfNames"].items().size(), 1U);
  cluster.sriov.policies = false;
  cluster.rails[0].mtu = 5000;
  const std::vector<Object> alone = rendered(cluster);
  EXPECT_EQ(json::parse(Again(alone.at(0)).root()["spec"]["metaPlugins"].text().value_or(""))["mtu"], 5000);
}

struct Wrong {
  Fabric fabric;
  std::function<void(job::ClusterProfile&)> spoil;
  std::string says;
};

TEST(Networks, SayWhatIsMissingInTheProfile) {
  const auto by = [](job::ClusterProfile& cluster) { cluster = by_operator(cluster.fabric); };
  const std::vector<Wrong> table = {
      {Fabric::macvlan_roce, [](auto& c) { c.rails[1].interface.clear(); },
       "rails[1] (south): a macvlan interface is made on one of the node, and none is named | Add interface: eno5np0 to it"},
      {Fabric::ipoib, [](auto& c) { c.rails[0].interface.clear(); },
       "rails[0] (north): an IPoIB interface is made on one of the node, and none is named | Add interface: ib0 to it"},
      {Fabric::host_device_roce, [](auto& c) { c.rails[0].interface = c.rails[0].resource = ""; },
       "rails[0] (north): the interface that the pod gets is given neither by its name nor by a resource"},
      {Fabric::sriov_roce, [](auto& c) { c.rails[0].resource.clear(); },
       "rails[0] (north): a network of virtual functions takes them from a resource, and none is named | Add resource: "
       "PREFIX/NAME"},
      {Fabric::sriov_roce, [](auto& c) { c.rails[0].network.clear(); },
       "rails[0]: its network has no name | Add network: NAME to it."},
      {Fabric::macvlan_roce, [](auto& c) { c.rails[0].subnet.clear(); }, "Add subnet: 192.0.2.0/24 to it"},
      {Fabric::sriov_roce, [](auto& c) { c.rails[0].subnet = "198.51.100.0"; },
       "subnet: '198.51.100.0' is no subnet | Write it with the length of its prefix"},
      {Fabric::sriov_roce, [](auto& c) { c.rails[0].subnet = "198.51.100.0/31"; },
       "subnet: 198.51.100.0/31 has 0 addresses, and the job has 3 pods with one each"},
      {Fabric::sriov_roce, [](auto& c) { c.rails[0].exclude = {"203.0.113.0/28"}; },
       "exclude: '203.0.113.0/28' is no part of the subnet 198.51.100.0/26"},
      {Fabric::ipoib, [](auto& c) { c.rails[0].subnet.clear(), c.rails[0].exclude = {"198.51.100.0/29"}; },
       "exclude: there is no subnet"},
      {Fabric::sriov_roce, [](auto& c) { c.rails[1].subnet = "198.51.100.32/27"; },
       "rails[1] (south): subnet: 198.51.100.32/27 overlaps 198.51.100.0/26 of rails[0] (north)"},
      {Fabric::sriov_roce, [](auto& c) { c.rails[1].network = "north"; },
       "rails[1] (north): network: rails[0] (north) has that name already"},
      {Fabric::macvlan_roce, [](auto& c) { c.rails[0].vlan = 5; },
       "name the nodes' interface in that VLAN: interface: eno5np0.100"},
      {Fabric::sriov_roce, [](auto& c) { c.rails[0].pkey = "0x8001"; }, "pkey: partitions are for ipoib"},
      {Fabric::ipoib, [](auto& c) { c.rails[0].pkey = "8001"; }, "pkey: '8001' is no partition key | Write it in hexadecimal"},
      {Fabric::ipoib, [](auto& c) { c.rails[0].pkey = "0x8001", c.rails[0].interface = "ib4.8002"; },
       "interface: ib4.8002 is in another partition than pkey: 0x8001"},
      {Fabric::ipoib, [](auto& c) { c.rdma_isolation = true; },
       "rdmaIsolation: a shared RDMA device stays in the node's network namespace"},
      {Fabric::macvlan_roce, by, "the operator makes networks of virtual functions alone"},
      {Fabric::sriov_roce, [by](auto& c) { by(c), c.rails[0].resource = "north"; },
       "Write PREFIX/NAME with the operator's prefix"},
      {Fabric::sriov_roce, [by](auto& c) { by(c), c.rails[0].resource = "openshift.io/nor-th"; },
       "the SR-IOV operator makes none of the name openshift.io/nor-th"},
      {Fabric::sriov_roce, [by](auto& c) { by(c), c.sriov.vfs = 0; },
       "sriov.policies: how many virtual functions a port gets is not said | Add vfs"},
      {Fabric::sriov_roce, [by](auto& c) { by(c), c.node_selector.clear(), c.node_names = {"a", "b"}; },
       "a SriovNetworkNodePolicy is for nodes with a label"},
      {Fabric::sriov_roce, [by](auto& c) { by(c), c.rails[1].interface.clear(); },
       "rails[1] (south): a policy has to say which ports"},
      {Fabric::sriov_roce, [by](auto& c) { by(c), c.rails[1].interface = "ens4f0"; },
       "takes functions of the same port into another resource"},
      {Fabric::sriov_roce, [by](auto& c) { by(c), c.rails[1].resource = c.rails[0].resource, c.rails[1].mtu = 1500; },
       "takes from the same resource and has another"},
      {Fabric::sriov_infiniband, [by](auto& c) { by(c), c.rails[0].pkey = "0x8001"; },
       "sriov-infiniband with networks: attachments"},
  };
  for (const Wrong& row : table) {
    job::ClusterProfile cluster = lab(row.fabric);
    row.spoil(cluster);
    const job::TrainingJob job = ring();
    const auto objects = networks({job, cluster});
    EXPECT_THAT(said(objects), HasSubstr(row.says));
    EXPECT_TRUE(objects || objects.error().code == base::Code::malformed);
  }
}

TEST(Networks, NoCheckHasAnythingAgainstThem) {
  std::vector<job::ClusterProfile> clusters = {by_operator(), by_operator(Fabric::sriov_infiniband)};
  for (const Fabric fabric : {Fabric::sriov_roce, Fabric::sriov_infiniband, Fabric::host_device_roce,
                              Fabric::host_device_infiniband, Fabric::macvlan_roce, Fabric::ipoib})
    clusters.push_back(lab(fabric));
  for (job::ClusterProfile& cluster : clusters) {
    if (cluster.fabric == Fabric::macvlan_roce || cluster.fabric == Fabric::ipoib)
      cluster.rails[0].resource = cluster.rails[1].resource = "rdma/shared_port";
    const job::TrainingJob job = ring();
    std::vector<Object> objects = rendered(cluster);
    const auto work = made_by_hand::stateful_set({job, cluster}, made_by_hand::kLocks);
    objects.insert(objects.end(), work.begin(), work.end());
    text::CaseReader reader;
    reader.begin("rendered.yaml");
    for (const Object& object : objects) reader.take("---\n" + object.text);
    reader.end();
    const text::Case texts = reader.finish();
    ASSERT_EQ(texts.cluster.objects.size(), objects.size());
    std::size_t fine = 0;
    const check::Options options;
    for (const check::Check& check : check::catalogue()) {
      if (!check.id.starts_with("k8s.nad.") && !check.id.starts_with("k8s.sriov.") && !check.id.starts_with("k8s.resource.") &&
          !check.id.starts_with("k8s.manifest.network") && check.id != "k8s.manifest.vf-count-mismatch")
        continue;
      const check::Input input{
          .machine = texts.machines.front(), .options = options, .log = &texts.log, .cluster = &texts.cluster};
      for (const check::Finding& finding : check.rule(input)) {
        EXPECT_NE(finding.verdict, check::Verdict::violated) << check.id << ": " << finding.subject << " " << finding.message;
        if (finding.verdict == check::Verdict::ok) ++fine;
      }
    }
    EXPECT_GE(fine, 4U);
  }
}

}  // namespace
}  // namespace railhead::manifest::render
