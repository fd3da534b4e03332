#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facts/cluster/admission.h"
#include "facts/cluster/ipam.h"
#include "facts/cluster/placed.h"
#include "facts/cluster/service.h"
#include "facts/cluster/shell.h"
#include "facts/cluster/workload.h"
#include "facts/environment.h"
#include "facts/known.h"

/// Objects of Kubernetes as a manifest declares them, and containers as a command line starts them. Every value has its
/// "FILE:LINE". What a manifest does not say is "not asked": it may be set elsewhere.
namespace railhead::facts {

/// An entry of `limits` or of `requests` as it is written: "64Gi", "500m", "2".
struct WrittenAmount {
  std::string name;
  std::string text;
  std::string source;
};

/// An annotation that is kept. `value` is as it is written, lines and all, and cut where it is very long.
struct Annotation {
  std::string name;
  std::string value;
  std::string source;
};

/// "openshift.io/rail1: 2". `amount` is nothing where it is no whole number.
struct ResourceRequest {
  std::string name;
  std::optional<std::uint64_t> amount;
  std::string source;
};

/// A folder or device of the node that a container sees at `inside`; `outside` is its path on the node.
struct HostMount {
  std::string outside;
  std::string inside;
  std::string source;
};

/// A volume of the pod that a container mounts at `inside`. `medium` and `size_limit` are those of an emptyDir. `source` is
/// where the volume is, or the mount of a volume that the text does not have.
struct VolumeMount {
  std::string inside;
  std::string source;
  bool empty_dir = false;
  Known<std::string> medium = {};
  Known<std::string> size_limit = {};
};

/// Who the container runs as and what it may. A container of a pod has the pod's user where it has none of its own.
struct SecurityContext {
  Known<std::int64_t> user;
  Known<bool> non_root;  // runAsNonRoot
  Known<bool> privileged;
  Known<bool> privilege_escalation;
  std::vector<Placed> capabilities = {};  // those added, without CAP_, in upper case
  Known<std::string> memlock;             // the memlock of `ulimits`, a field of Kubernetes to come (KEP-5758)
};

/// One container of a pod, of a compose file or of a command line. `init`: it ends before the others start, unless it is a
/// `sidecar`. `whole`: nothing of it was cut from the paste, so that what is not there is not set.
struct DeclaredContainer {
  std::string name;
  std::string source;
  std::string image = {};
  bool init = false;
  bool sidecar = false;
  bool whole = false;
  bool claims = false;  // it takes devices by resource claims, which say elsewhere what they are
  SecurityContext security = {};
  std::vector<ResourceRequest> resources = {};  // limits, and those requests that have no limit
  std::vector<WrittenAmount> limits = {};
  std::vector<WrittenAmount> requests = {};
  std::vector<HostMount> mounts = {};
  std::vector<VolumeMount> volumes = {};
  std::vector<Placed> command = {};       // command and args, one entry a word
  std::vector<ShellCommand> script = {};  // what a shell among them runs, else the command itself
  std::vector<Variable> environment = {};
  std::vector<Placed> config_maps = {};  // of envFrom
};

/// One entry of the annotation k8s.v1.cni.cncf.io/networks. `space` is empty for the pod's own namespace, `interface` where
/// it is net1, net2 by its order.
struct NetworkAttachment {
  std::string space;
  std::string name;
  std::string source;
  std::string interface = {};
};

/// A pod, or what an object makes its pods from. `annotated`: the annotations of the pod are part of the text; without that
/// nothing is known of the networks. `misplaced`: a networks annotation where no pod gets it; `misplaced_at` says where that is
/// ("metadata.annotations" of the object). `admission` is told where manifests are judged together.
struct PodTemplate {
  std::string owner;  // "Deployment/train", "MPIJob/train Worker", "pod template" in a fragment
  std::string source;
  bool annotated = false;
  bool whole = false;
  std::vector<DeclaredContainer> containers = {};
  std::vector<NetworkAttachment> networks = {};
  Known<std::string> network_annotation;  // its text, or that of another annotation that attaches networks
  Known<std::string> misplaced;
  std::string misplaced_at = {};
  Known<std::string> service_account;
  Known<bool> host_network;
  Known<bool> host_users;
  Known<bool> host_ipc;
  Known<std::string> memory_limit;                // of the pod as a whole, spec.resources
  std::vector<Annotation> annotations = {};       // those that speak of limits
  std::vector<Annotation> misplaced_limits = {};  // such of the object around it, which the pods do not get
  Known<std::uint64_t> replicas;                  // pods of this template, where the object says so
  Known<std::string> openshift;                   // what in the text is of OpenShift alone
  Workload workload = {};
  Admission admission = {};
};

/// One plugin of a CNI configuration: a NetworkAttachmentDefinition has one, or several in a list. SriovNetwork and its like
/// have the same without the type that the operator chooses.
struct CniPlugin {
  Known<std::string> type;
  Known<std::string> master;
  Known<std::string> ipam_type;
  Ipam ipam = {};
  std::vector<Placed> routes = {};  // "dst" of each
  Known<std::string> gateway;
};

/// A network for pods: NetworkAttachmentDefinition, SriovNetwork, SriovIBNetwork, MacvlanNetwork, HostDeviceNetwork,
/// IPoIBNetwork.
struct NetworkDefinition {
  std::string space = {};       // where pods find it by name alone; empty where the text does not say
  Known<std::string> resource;  // "openshift.io/rail1", without the prefix where the kind has none
  std::vector<CniPlugin> plugins = {};
  Known<std::string> malformed;  // why the configuration cannot be read
};

/// A pool of virtual functions: SriovNetworkNodePolicy, or one entry of the configuration of the SR-IOV device plugin.
struct DevicePool {
  std::string resource;  // with its prefix where the text has it
  Known<bool> rdma;
  Known<std::string> link_type;  // "infiniband" or "ethernet"
  Known<std::string> device_type;
  std::vector<Placed> vendors = {};
  std::vector<Placed> interfaces = {};  // pfNames, without the part behind "#"
  std::string source;
};

/// `kind` as the manifest has it, "docker run" and the like for a command, "compose service", or "" for a fragment.
struct ClusterObject {
  std::string kind = {};
  std::string source = {};
  std::string name = {};
  std::string space = {};  // namespace
  std::vector<PodTemplate> pods = {};
  std::optional<NetworkDefinition> network = {};
  std::optional<Service> service = {};
  std::vector<DevicePool> pools = {};
  std::vector<Variable> data = {};  // of a ConfigMap; variables of jobs alone
  /// Of a container that a command line or a compose file starts.
  struct Run {
    DeclaredContainer container;
    bool gpus = false;
    bool host_network = false;
    Known<std::string> memlock;  // of --ulimit, "-1" or "unlimited" for none
  };
  std::vector<Run> runs = {};
};

}  // namespace railhead::facts
