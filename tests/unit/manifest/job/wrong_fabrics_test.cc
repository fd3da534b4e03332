// Fabrics and rails that do not work.
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
constexpr std::string_view kEast = "    - {network: east, resource: rdma/east, subnet: 10.7.1.0/24}\n";
constexpr std::string_view kWest = "    - {network: west, resource: rdma/west, subnet: 10.7.2.0/24}\n";

std::string instead(std::string_view lines, std::string_view other) { return changed(kFile, lines, other); }
std::string behind(std::string_view lines, std::string_view more) {
  return changed(kFile, lines, std::string(lines).append(more));
}

TEST(WrongFabrics, Fabrics) {
  expect_said(
      "shore.yaml",
      {
          {"shared-roce", instead(kFabric, "  fabric: shared-roce\n"),
           "shore.yaml:5:11: spec.fabric: shared-roce does not work: RoCE needs an interface in the pod, which a shared device "
           "alone does not bring; macvlan-roce gives the shared device one\n"},
          {"fabric-misspelt", instead(kFabric, "  fabric: macvlan_rocee\n"),
           "shore.yaml:5:11: spec.fabric: expected sriov-roce, sriov-infiniband, shared-infiniband, host-device-roce, "
           "host-device-infiniband, macvlan-roce or ipoib, found \"macvlan_rocee\"; did you mean macvlan-roce?\n"},
          {"fabric-unknown", instead(kFabric, "  fabric: ethernet\n"),
           "shore.yaml:5:11: spec.fabric: expected sriov-roce, sriov-infiniband, shared-infiniband, host-device-roce, "
           "host-device-infiniband, macvlan-roce or ipoib, found \"ethernet\"\n"},
          {"network-of-shared-infiniband", instead(kFabric, "  fabric: shared-infiniband\n"),
           "shore.yaml:7:17: spec.rails[0].network: shared-infiniband brings no interfaces into the pods; take the line out\n"
           "shore.yaml:8:17: spec.rails[1].network: shared-infiniband brings no interfaces into the pods; take the line out\n"},
          {"networks-of-shared-infiniband",
           instead("  fabric: macvlan-roce\n  rails:\n    - {network: east, resource: rdma/east, subnet: 10.7.1.0/24}\n    - "
                   "{network: west, resource: rdma/west, subnet: 10.7.2.0/24}\n",
                   "  fabric: shared-infiniband\n  networks: attachments\n  rails: [{resource: rdma/hca}]\n"),
           "shore.yaml:6:13: spec.networks: fabric shared-infiniband has no networks in the pods that could be made; take the "
           "line out\n"},
          {"operator-of-macvlan", behind(kFabric, "  networks: sriov-operator\n"),
           "shore.yaml:6:13: spec.networks: the SR-IOV Network Operator makes none for fabric macvlan-roce; attachments lets "
           "render make them\n"},
          {"sriov-without-operator", behind(kFabric, "  sriov: {vfs: 4}\n"),
           "shore.yaml:6:10: spec.sriov: expected only with networks: sriov-operator\n"},
          {"policies-without-vfs",
           instead(kFabric, "  fabric: sriov-roce\n  networks: sriov-operator\n  sriov: {policies: true}\n"),
           "shore.yaml:7:10: spec.sriov.vfs: missing; a policy says how many virtual functions a physical one has\n"
           "shore.yaml:9:7: spec.rails[0].interface: missing; a policy selects the physical function by it\n"
           "shore.yaml:10:7: spec.rails[1].interface: missing; a policy selects the physical function by it\n"},
          {"vendor", instead(kFabric, "  fabric: sriov-roce\n  networks: sriov-operator\n  sriov: {vendor: mellanox}\n"),
           "shore.yaml:7:19: spec.sriov.vendor: expected four hexadecimal digits like 15b3, found \"mellanox\": 8 "
           "characters\n"},
          {"attachments-without-master", behind(kFabric, "  networks: attachments\n"),
           "shore.yaml:8:7: spec.rails[0].interface: missing; a macvlan network needs its master on the nodes\n"
           "shore.yaml:9:7: spec.rails[1].interface: missing; a macvlan network needs its master on the nodes\n"},
          {"vlan-of-macvlan", instead(kEast, "    - {network: east, resource: rdma/east, vlan: 100}\n"),
           "shore.yaml:7:50: spec.rails[0].vlan: expected only with fabric sriov-roce, not macvlan-roce; name the VLAN's own "
           "interface, as in interface: eth1.100\n"},
          {"vlan-of-ipoib",
           instead("  fabric: macvlan-roce\n  rails:\n    - {network: east, resource: rdma/east, subnet: 10.7.1.0/24}\n    - "
                   "{network: west, resource: rdma/west, subnet: 10.7.2.0/24}\n",
                   "  fabric: ipoib\n  rails: [{network: east, resource: rdma/east, vlan: 100}]\n"),
           "shore.yaml:6:54: spec.rails[0].vlan: expected only with fabric sriov-roce, not ipoib; InfiniBand has partitions: "
           "pkey\n"},
          {"pkey-of-macvlan", instead(kEast, "    - {network: east, resource: rdma/east, pkey: 0x8001}\n"),
           "shore.yaml:7:50: spec.rails[0].pkey: expected only with fabric ipoib, not macvlan-roce\n"},
      });
}

TEST(WrongFabrics, Rails) {
  expect_said(
      "shore.yaml",
      {
          {"resource-missing", instead(kEast, "    - {network: east}\n"),
           "shore.yaml:7:7: spec.rails[0].resource: missing; expected an extended resource as DOMAIN/NAME (rdma/hca, "
           "openshift.io/rail1)\n"},
          {"network-missing", instead(kEast, "    - {resource: rdma/east}\n"),
           "shore.yaml:7:7: spec.rails[0].network: missing; fabric macvlan-roce brings interfaces into the pods by networks\n"},
          {"resource-without-domain", instead(kEast, "    - {network: east, resource: east}\n"),
           "shore.yaml:7:33: spec.rails[0].resource: expected an extended resource as DOMAIN/NAME (rdma/hca, "
           "openshift.io/rail1), found \"east\"; the nodes' own names have a domain: kubectl get nodes -o yaml, under "
           "allocatable\n"},
          {"resource-of-kubernetes", instead(kEast, "    - {network: east, resource: kubernetes.io/east}\n"),
           "shore.yaml:7:33: spec.rails[0].resource: expected an extended resource as DOMAIN/NAME (rdma/hca, "
           "openshift.io/rail1), found \"kubernetes.io/east\"\n"},
          {"network-twice", instead(kWest, "    - {network: east, resource: rdma/west, subnet: 10.7.2.0/24}\n"),
           "shore.yaml:8:17: spec.rails[1].network: \"east\" is that of spec.rails[0] already; each rail has its own "
           "network\n"},
          {"subnet-twice", instead(kWest, "    - {network: west, resource: rdma/west, subnet: 10.7.1.0/24}\n"),
           "shore.yaml:8:52: spec.rails[1].subnet: 10.7.1.0/24 overlaps with 10.7.1.0/24 of spec.rails[0]: what is sent to one "
           "rail would leave by the other; give each rail a subnet of its own\n"},
          {"subnets-overlap", instead(kWest, "    - {network: west, resource: rdma/west, subnet: 10.7.0.0/16}\n"),
           "shore.yaml:8:52: spec.rails[1].subnet: 10.7.0.0/16 overlaps with 10.7.1.0/24 of spec.rails[0]: what is sent to one "
           "rail would leave by the other; give each rail a subnet of its own\n"},
          {"subnets-overlap-ipv6",
           instead("    - {network: east, resource: rdma/east, subnet: 10.7.1.0/24}\n    - {network: west, resource: "
                   "rdma/west, subnet: 10.7.2.0/24}\n",
                   "    - {network: east, resource: rdma/east, subnet: 'fd00:7::/32'}\n    - {network: west, resource: "
                   "rdma/west, subnet: 'fd00:7:1::/64'}\n"),
           "shore.yaml:8:53: spec.rails[1].subnet: fd00:7:1::/64 overlaps with fd00:7::/32 of spec.rails[0]: what is sent to "
           "one rail would leave by the other; give each rail a subnet of its own\n"},
          {"subnet-of-a-host", instead(kEast, "    - {network: east, resource: rdma/east, subnet: 10.7.1.9/24}\n"),
           "shore.yaml:7:52: spec.rails[0].subnet: expected a subnet as ADDRESS/LENGTH (192.168.10.0/24, fd00:10::/64), found "
           "\"10.7.1.9/24\"; did you mean 10.7.1.0/24?\n"},
          {"subnet-without-length", instead(kEast, "    - {network: east, resource: rdma/east, subnet: 10.7.1.0}\n"),
           "shore.yaml:7:52: spec.rails[0].subnet: expected a subnet as ADDRESS/LENGTH (192.168.10.0/24, fd00:10::/64), found "
           "\"10.7.1.0\"; did you mean 10.7.1.0/24?\n"},
          {"subnet-length", instead(kEast, "    - {network: east, resource: rdma/east, subnet: 10.7.1.0/33}\n"),
           "shore.yaml:7:52: spec.rails[0].subnet: expected a subnet as ADDRESS/LENGTH (192.168.10.0/24, fd00:10::/64), found "
           "\"10.7.1.0/33\"\n"},
          {"subnet-word", instead(kEast, "    - {network: east, resource: rdma/east, subnet: auto}\n"),
           "shore.yaml:7:52: spec.rails[0].subnet: expected a subnet as ADDRESS/LENGTH (192.168.10.0/24, fd00:10::/64), found "
           "\"auto\"\n"},
          {"exclude-elsewhere",
           instead(kEast, "    - {network: east, resource: rdma/east, subnet: 10.7.1.0/24, exclude: [10.7.9.0/28]}\n"),
           "shore.yaml:7:74: spec.rails[0].exclude: 10.7.9.0/28 is no part of 10.7.1.0/24\n"},
          {"exclude-alone", instead(kEast, "    - {network: east, resource: rdma/east, exclude: [10.7.1.0/28]}\n"),
           "shore.yaml:7:53: spec.rails[0].exclude: expected only beside subnet\n"},
          {"mtu-small", instead(kEast, "    - {network: east, resource: rdma/east, mtu: 9}\n"),
           "shore.yaml:7:49: spec.rails[0].mtu: expected a whole number from 576 to 65520, found the number 9\n"},
          {"vlan-large", instead(kEast, "    - {network: east, resource: rdma/east, vlan: 5000}\n"),
           "shore.yaml:7:50: spec.rails[0].vlan: expected a whole number from 1 to 4094, found the number 5000\n"},
          {"pkey-zero", instead(kEast, "    - {network: east, resource: rdma/east, pkey: 0x0}\n"),
           "shore.yaml:7:50: spec.rails[0].pkey: expected a partition from 0x0001 to 0xffff, found the number 0x0\n"},
          {"interface-long", instead(kEast, "    - {network: east, resource: rdma/east, interface: ens1234567890123}\n"),
           "shore.yaml:7:55: spec.rails[0].interface: expected an interface of the nodes, at most 15 characters without '/' "
           "and blanks, found \"ens1234567890123\": 16 characters\n"},
          {"rail-text", instead(kEast, "    - east\n"), "shore.yaml:7:7: spec.rails[0]: expected a mapping, found \"east\"\n"},
          {"rails-mapping",
           instead("  rails:\n    - {network: east, resource: rdma/east, subnet: 10.7.1.0/24}\n    - {network: west, resource: "
                   "rdma/west, subnet: 10.7.2.0/24}\n",
                   "  rails: {network: east, resource: rdma/east}\n"),
           "shore.yaml:6:10: spec.rails: expected a list of mappings, found a mapping\n"},
      });
}

}  // namespace
}  // namespace railhead::manifest::job
