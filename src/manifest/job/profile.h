#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "manifest/inject/wishes.h"

/// What railhead.yaml says of a cluster.
namespace railhead::manifest::job {

enum class Platform : std::uint8_t { kubernetes, openshift };

/// How RDMA devices and interfaces come into a pod, and what link they speak. sriov: a virtual function a pod. shared: the
/// device of the shared device plugin, for many pods; there is none for RoCE, whose GIDs need an interface in the pod.
/// host_device: a whole interface is moved. macvlan: the shared device with an interface of its own. ipoib: the same on
/// InfiniBand.
enum class Fabric : std::uint8_t {
  sriov_roce,
  sriov_infiniband,
  shared_infiniband,
  host_device_roce,
  host_device_infiniband,
  macvlan_roce,
  ipoib
};

bool is_roce(Fabric fabric);
/// Pods get interfaces of it by NetworkAttachmentDefinitions: all but shared_infiniband.
bool has_attachments(Fabric fabric);

/// Who makes the NetworkAttachmentDefinitions: nobody, they are there; render; or the SR-IOV Network Operator from a
/// SriovNetwork.
enum class NetworksBy : std::uint8_t { existing, attachments, sriov_operator };

/// One rail: the port of each node that belongs to one network. Strings are empty where the file does not say.
struct Rail {
  std::string network;               // name of its NetworkAttachmentDefinition
  std::string space;                 // where that is; empty: the job's namespace
  std::string resource;              // extended resource whose units are its devices
  std::string subnet;                // CIDR of the addresses that whereabouts gives
  std::vector<std::string> exclude;  // CIDRs within it that are taken
  std::string interface;   // on the nodes: the PF of VFs, the master of a macvlan or IPoIB interface, or what is moved
  std::string pkey;        // of ipoib: "0x8001", the partition
  std::uint32_t mtu = 0;   // bytes; 0: not said
  std::uint32_t vlan = 0;  // 0: none
};

/// What a SriovNetworkNodePolicy needs beside the rails.
struct Sriov {
  std::string operator_space;  // namespace of the operator
  bool policies = false;       // SriovNetworkNodePolicies are wanted too
  std::uint32_t vfs = 0;       // of a PF
  std::string vendor;          // PCI ids, four hexadecimal digits
  std::string device;
};

struct Toleration {
  std::string key;
  std::string op;  // Exists or Equal
  std::string value;
  std::string effect;
};

struct Storage {
  std::string shared;   // storage class whose volumes many nodes mount
  std::string per_pod;  // storage class of one pod's volume
};

/// kind: ClusterProfile.
struct ClusterProfile {
  std::string name;
  Platform platform = Platform::kubernetes;
  std::string version;  // of the platform, "4.18" or "1.33"; empty: not said
  std::string space;    // namespace of jobs that name none
  bool create_space = true;
  std::string pod_security;  // level that the namespace enforces; empty: the lowest that lets the pods through
  std::vector<std::string> node_names;
  std::map<std::string, std::string> node_selector;
  std::vector<Toleration> tolerations;
  std::uint32_t gpus_per_node = 8;
  std::string gpu_resource = "nvidia.com/gpu";
  Fabric fabric = Fabric::sriov_roce;
  std::vector<Rail> rails;
  NetworksBy networks = NetworksBy::existing;
  bool rdma_isolation = false;  // nodes keep RDMA devices in network namespaces: "rdma system show" says netns exclusive
  Sriov sriov;
  MemlockWay memlock = MemlockWay::ipc_lock;
  std::string memlock_size;
  std::string service_account;  // empty: one of the job's name is made
  bool create_service_account = true;
  std::string scc;  // OpenShift: one that is there; empty: the smallest that admits the pod is made
  Storage storage;
  std::string pull_policy;
  std::vector<std::string> pull_secrets;
  std::string launcher_image;  // where railhead comes from for the launcher
};

}  // namespace railhead::manifest::job
