#pragma once

#include <string_view>

/// What the words of a choice mean, for "?" in the dialogue.
namespace railhead::manifest::job::explained {

inline constexpr std::string_view kMode =
    "rdma: the pods get the adapters of the fabric. tcp: the pods' own network alone; it works everywhere and is slower.";
inline constexpr std::string_view kKind =
    "statefulset: pods that keep their names and stay, to work in or to start again.\n"
    "job: pods that end. jobset: the same by the JobSet controller. mpijob: mpirun, by the MPI Operator.\n"
    "pod: one pod alone.";
inline constexpr std::string_view kFabric =
    "sriov-roce, sriov-infiniband: a virtual function of each adapter for each pod.\n"
    "shared-infiniband: the node's adapters, shared by all pods, without interfaces of their own.\n"
    "host-device-roce, host-device-infiniband: a whole adapter is moved into the pod.\n"
    "macvlan-roce, ipoib: the shared adapter, with an interface of its own for each pod.\n"
    "RoCE is RDMA on Ethernet. On a node 'ibv_devinfo' says which it is: link_layer InfiniBand or Ethernet.";
inline constexpr std::string_view kNetworks =
    "existing: somebody made them already. attachments: render writes them, an admin applies them.\n"
    "sriov-operator: render writes SriovNetworks, of which the operator makes them.";
inline constexpr std::string_view kMemlock =
    "ipc-lock: a capability; right for pods that run as root. launcher: for other users.\n"
    "sys-resource: a capability that raises the limit. nri, native: the node's runtime raises it when the pod asks.\n"
    "none: the nodes' runtime has the limit raised already. 'railhead memlock explain' says what works where.";

}  // namespace railhead::manifest::job::explained
