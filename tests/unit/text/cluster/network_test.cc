// CNI plugins and Multus: what failed, and of which network and pod.
#include "facts/cluster/cluster.h"
#include "tests/unit/text/cluster/pasted.h"

namespace railhead {
namespace {

using facts::ClusterEvent;
using facts::ClusterWord;
using test::event_in;
using test::is_left_alone;

std::string whom(const ClusterEvent& event) { return event.name_space + "/" + event.pod + ":" + event.network; }

constexpr const char* kNoVf = "SRIOV-CNI failed to load netconf: LoadConf(): VF pci addr is required";

TEST(Context, EveryFormThatNamesAPod) {
  for (const char* head : {"[ml/t-0:r]: ", "[ml/t-0/0b1c-22:r]: error adding container to network \"r\": ",
                           "pods [x]: [ml/t-0:r]: ", "set up pod \"t-0_ml\" network: error adding pod to network \"r\": "})
    EXPECT_EQ(whom(event_in(std::string(head) + kNoVf)), "ml/t-0:r") << head;
  EXPECT_EQ(whom(event_in(std::string("[::1]:10250 [a b/c:d] ") + kNoVf)), "/:");
}

TEST(Context, QuotesMayBeEscaped) {
  EXPECT_EQ(event_in(std::string("err=\"error adding container to network \\\"r\\\": ") + kNoVf).network, "r");
  EXPECT_EQ(event_in(std::string("error adding container to network \\\\\\\"r\\\\\\\": ") + kNoVf).network, "r");
}

TEST(Attachment, PhysicalFunctionByItsAddress) {
  const auto event = event_in(
      "failed to get VF information: \"lstat /sys/bus/pci/devices/0000:d8:00.0/physfn/net: no such file or directory\"");
  EXPECT_EQ(event.word, ClusterWord::pf_for_vf);
  EXPECT_EQ(event.pci, "0000:d8:00.0");
  EXPECT_TRUE(is_left_alone(
      "failed to get VF information: \"lstat /sys/bus/pci/devices/0000:d8:00.0/virtfn0: no such file or directory\""));
  EXPECT_TRUE(is_left_alone("lstat /sys/bus/pci/devices/0000:d8:00.0/physfn/net: no such file or directory"));
}

TEST(Attachment, VlanWithAndWithoutItsNumber) {
  const auto old = event_in("SRIOV-CNI failed to configure VF \"failed to set vf 5 vlan: operation not permitted\"");
  EXPECT_EQ(old.word, ClusterWord::vf_vlan);
  EXPECT_EQ(old.vf, 5U);
  EXPECT_EQ(old.reason, "operation not permitted");
  const auto late = event_in("failed to set vf 0 vlan configuration - id 7, qos 0 and proto 802.1q: invalid argument");
  EXPECT_EQ(late.vf, 0U);
  EXPECT_EQ(late.resource, "7");
  EXPECT_TRUE(is_left_alone("failed to set vf 5 macaddress: operation not permitted"));
}

TEST(Attachment, Guid) {
  EXPECT_EQ(event_in("failed to configure VF \"VF ib2 GUID is not valid\"").netdev, "ib2");
  EXPECT_TRUE(is_left_alone("Guid is not valid"));
  EXPECT_TRUE(is_left_alone("The GUID is not valid"));
}

TEST(Addresses, RangesOfBothFamilies) {
  EXPECT_EQ(event_in("Could not allocate IP in range: ip: 10.1.0.1 / - 10.1.0.6 / range: net.IPNet{}").reason,
            "10.1.0.1 to 10.1.0.6");
  EXPECT_EQ(event_in("no IP addresses available in range set: 10.1.0.1-10.1.0.6").reason, "10.1.0.1 to 10.1.0.6");
  EXPECT_EQ(event_in("Could not allocate IP in range: ip: fd00::1 / - fd00::e / range: x").reason, "fd00::1 to fd00::e");
  EXPECT_EQ(event_in("no IP addresses available in network: rails").network, "rails");
}

TEST(Network, OnlyNotFoundIsMissing) {
  const std::string start =
      "cannot find a network-attachment-definition (r) in namespace (ml): network-attachment-definitions.k8s.cni.cncf.io "
      "\"r\" ";
  EXPECT_EQ(event_in(start + "not found").name_space, "ml");
  EXPECT_TRUE(is_left_alone(start + "is forbidden: User \"x\" cannot get resource"));
  EXPECT_TRUE(is_left_alone("cannot find a network-attachment-definition (r) in namespace (ml): dial tcp: i/o timeout"));
}

TEST(Network, TheNamespaceThatWasSearchedIsKept) {
  const auto event = event_in(
      "[ml/t-0:r]: error loading k8s delegates k8s args: cannot find a network-attachment-definition (r) in namespace (infra): "
      "network-attachment-definitions.k8s.cni.cncf.io \"r\" not found");
  EXPECT_EQ(whom(event), "infra/t-0:r");
  EXPECT_TRUE(event.fatal);
}

TEST(Network, PluginAndItsFolders) {
  const auto event = event_in("failed to find plugin \"ib-sriov\" in path [/a /b]");
  EXPECT_EQ(event.plugin, "ib-sriov");
  EXPECT_EQ(event.reason, "/a /b");
  EXPECT_TRUE(is_left_alone("failed to find plugin for it"));
}

TEST(Events, ALongLineShowsWhatFailed) {
  const auto event = event_in(std::string(600, 'x') + " error adding container to network \"r\": " + kNoVf);
  EXPECT_TRUE(event.text.starts_with("... error adding")) << event.text;
  EXPECT_LE(event.text.size(), 404U);
}

}  // namespace
}  // namespace railhead
