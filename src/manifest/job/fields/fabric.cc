#include <array>

#include "manifest/job/fields/put.h"

namespace railhead::manifest::job {
namespace {

constexpr std::array kRailFields = {
    Field{.key = "network",
          .format = Format::label,
          .meaning = "The NetworkAttachmentDefinition of the rail; every fabric but shared-infiniband needs one.",
          .also = "name networkName attachment",
          .put = put<&Rail::network>},
    Field{.key = "namespace",
          .format = Format::label,
          .meaning = "Where that definition is; without it in the job's namespace.",
          .put = put<&Rail::space>},
    Field{.key = "resource",
          .format = Format::resource,
          .required = true,
          .meaning = "The extended resource whose units are the rail's devices; a pod asks for one.",
          .also = "resourceName",
          .put = put<&Rail::resource>},
    Field{.key = "subnet",
          .format = Format::subnet,
          .meaning = "The addresses that whereabouts gives to the pods' interfaces of the rail. Each rail has its own.",
          .also = "range cidr",
          .put = put<&Rail::subnet>},
    Field{.key = "exclude",
          .type = Type::texts,
          .format = Format::subnet,
          .most = 64,
          .unique = ".",
          .meaning = "Parts of the subnet that are taken.",
          .put = put<&Rail::exclude>},
    Field{.key = "interface",
          .format = Format::interface,
          .meaning = "On the nodes: the physical function of the virtual ones, the master of a macvlan or IPoIB interface, or "
                     "what is moved into the pod.",
          .also = "master device pf pfName",
          .put = put<&Rail::interface>},
    Field{.key = "pkey",
          .type = Type::scalar,
          .format = Format::partition,
          .meaning = "The InfiniBand partition of an ipoib interface.",
          .also = "partition",
          .put = put<&Rail::pkey>},
    Field{.key = "mtu",
          .type = Type::number,
          .least = 576,
          .most = 65520,
          .meaning = "Bytes of the interface's largest packet.",
          .put = put<&Rail::mtu>},
    Field{.key = "vlan",
          .type = Type::number,
          .least = 1,
          .most = 4094,
          .meaning = "The VLAN of sriov-roce interfaces.",
          .also = "vlanId",
          .put = put<&Rail::vlan>},
};

constexpr std::array kSriovFields = {
    Field{.key = "operatorNamespace",
          .format = Format::label,
          .meaning = "Where the SR-IOV Network Operator runs; without it openshift-sriov-network-operator on OpenShift and "
                     "sriov-network-operator elsewhere.",
          .put = put<&Sriov::operator_space>},
    Field{.key = "policies",
          .type = Type::truth,
          .otherwise = "false",
          .meaning = "Whether SriovNetworkNodePolicies are rendered too.",
          .put = put<&Sriov::policies>},
    Field{.key = "vfs",
          .type = Type::number,
          .least = 1,
          .most = 256,
          .meaning = "Virtual functions that a policy makes of each physical one.",
          .also = "numVfs",
          .put = put<&Sriov::vfs>},
    Field{.key = "vendor",
          .type = Type::scalar,
          .format = Format::pci_id,
          .meaning = "The PCI vendor that a policy selects.",
          .put = put<&Sriov::vendor>},
    Field{.key = "device",
          .type = Type::scalar,
          .format = Format::pci_id,
          .meaning = "The PCI device that a policy selects.",
          .also = "deviceID",
          .put = put<&Sriov::device>},
};

}  // namespace

constexpr Section kRail = {"rail", "One rail: the port of each node that belongs to one network.", kRailFields};
constexpr Section kSriov = {"sriov", "What the SR-IOV Network Operator is told.", kSriovFields};

}  // namespace railhead::manifest::job
