#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace railhead::facts {

/// What a line about a cluster says. All but the last two are refusals or failures.
enum class ClusterWord {
  insufficient,      // a scheduler, or a kubelet at admission, found too little of a resource
  no_devices,        // a device plugin found no device for a resource
  device_unhealthy,  // a kubelet had no healthy device of a resource to give
  pod_security,      // Pod Security admission refused a pod; `plugin` is the level
  scc,               // no security context constraint admits a pod
  no_vf,             // a CNI plugin for devices was given none
  pf_for_vf,         // a CNI plugin for virtual functions was given what is none
  vf_vlan,           // the VLAN of a virtual function could not be set
  vf_guid,           // an InfiniBand virtual function has no valid GUID
  macvlan_refused,   // the kernel refused a macvlan interface as an invalid argument
  plugin_missing,    // a CNI plugin is not on the node
  network_missing,   // a network attachment definition is not there
  range_full,        // an address range has no free address
  netns_mode,        // the RDMA subsystem has the wrong network namespace mode
  assigned,          // a pod was given a node
  interface_added,   // a network was attached to a pod
};

/// Nodes by why a scheduler left them out. `total`: nothing where the line does not tell.
struct NodeCounts {
  std::optional<std::uint64_t> total = {};
  std::optional<std::uint64_t> insufficient = {};
  std::uint64_t tainted = 0;
  std::vector<std::string> taints = {};  // "node-role.kubernetes.io/master", without braces
};

/// One thing that a security context constraint does not let through: "restricted-v2", ".containers[0].capabilities.add",
/// "IPC_LOCK", "capability may not be added". The constraint is empty in texts of OpenShift before 4.6.
struct SccDenial {
  std::string constraint;
  std::string path;
  std::string value;
  std::string why;
};

/// Something that a scheduler, an admission controller, a kubelet, a device plugin or a CNI plugin said. What a line does not
/// tell is empty.
struct ClusterEvent {
  ClusterWord word = ClusterWord::insufficient;
  std::string name_space = {};
  std::string pod = {};
  std::string network = {};   // name of the attachment
  std::string resource = {};  // "openshift.io/rail1"
  std::string plugin = {};    // "sriov"
  std::string pci = {};       // "0000:41:00.0"
  std::string netdev = {};
  std::optional<std::uint64_t> vf = {};
  std::string reason = {};  // in the program's words: "operation not permitted"; a range of addresses
  NodeCounts nodes = {};
  std::vector<SccDenial> denials = {};
  std::vector<std::string> not_granted = {};  // constraints that exist and that the pod may not use
  bool fatal = false;                         // of network_missing: a pod was not set up for it, rather than it was looked for
  std::string text = {};                      // the line, shortened
  std::string source = {};
};

}  // namespace railhead::facts
