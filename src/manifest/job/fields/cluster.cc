#include <array>

#include "manifest/job/fields/put.h"
#include "manifest/job/rules/rules.h"

// The order of the words of an enum is that of its values.
namespace railhead::manifest::job {
namespace {

using Words = std::string_view;

constexpr std::array<Words, 2> kPlatforms = {"kubernetes", "openshift"};
constexpr std::array<Words, 3> kLevels = {"privileged", "baseline", "restricted"};
constexpr std::array<Words, 7> kFabrics = {
    "sriov-roce", "sriov-infiniband", "shared-infiniband", "host-device-roce", "host-device-infiniband", "macvlan-roce",
    "ipoib"};
constexpr std::array<Words, 3> kNetworks = {"existing", "attachments", "sriov-operator"};
constexpr std::array<Words, 6> kWays = {"ipc-lock", "sys-resource", "launcher", "nri", "native", "none"};
constexpr std::array<Words, 2> kOperators = {"Exists", "Equal"};
constexpr std::array<Words, 3> kEffects = {"NoSchedule", "PreferNoSchedule", "NoExecute"};
constexpr std::array<Words, 3> kPolicies = {"Always", "IfNotPresent", "Never"};

constexpr std::array kMemlockFields = {
    Field{.key = "via",
          .type = Type::word,
          .words = kWays,
          .otherwise = "ipc-lock",
          .meaning = "The way that railhead inject --memlock-via names.",
          .also = "way",
          .put = put<&ClusterProfile::memlock>},
    Field{.key = "size",
          .type = Type::scalar,
          .format = Format::size,
          .meaning = "The limit that nri and native ask for; nri takes no limit without it.",
          .put = put<&ClusterProfile::memlock_size>},
};
constexpr Section kMemlock = {"memlock", "How jobs get to pin memory.", kMemlockFields};

constexpr std::array kTolerationFields = {
    Field{.key = "key",
          .format = Format::label_key,
          .meaning = "The taint; without it all of them, with operator Exists.",
          .put = put<&Toleration::key>},
    Field{.key = "operator",
          .type = Type::word,
          .words = kOperators,
          .meaning = "Whether the taint has to be there or to have the value; without it Equal beside a value, else Exists.",
          .put = put<&Toleration::op>},
    Field{.key = "value",
          .type = Type::scalar,
          .format = Format::label_value,
          .meaning = "The taint's value, for Equal.",
          .put = put<&Toleration::value>},
    Field{.key = "effect",
          .type = Type::word,
          .words = kEffects,
          .meaning = "The taint's effect; without it each.",
          .put = put<&Toleration::effect>},
};
constexpr Section kToleration = {"toleration", "A taint of the nodes that the pods bear.", kTolerationFields};

constexpr std::array kStorageFields = {
    Field{.key = "shared",
          .format = Format::subdomain,
          .meaning = "The storage class of volumes that pods on many nodes mount (ReadWriteMany).",
          .put = put<&Storage::shared>},
    Field{.key = "perPod",
          .format = Format::subdomain,
          .meaning = "The storage class of volumes that one pod has for itself.",
          .put = put<&Storage::per_pod>},
};
constexpr Section kStorage = {"storage", "Storage classes; without one the cluster's default is taken.", kStorageFields};

constexpr std::array kSpecFields = {
    Field{.key = "platform",
          .type = Type::word,
          .words = kPlatforms,
          .otherwise = "kubernetes",
          .meaning = "What the cluster runs.",
          .put = put<&ClusterProfile::platform>},
    Field{.key = "version",
          .type = Type::scalar,
          .format = Format::version,
          .meaning = "Of Kubernetes or OpenShift, so that nothing is rendered that it does not know.",
          .put = put<&ClusterProfile::version>},
    Field{.key = "namespace",
          .format = Format::label,
          .meaning = "The namespace of jobs that name none.",
          .put = put<&ClusterProfile::space>},
    Field{.key = "createNamespace",
          .type = Type::truth,
          .otherwise = "true",
          .meaning = "Whether the Namespace is rendered.",
          .put = put<&ClusterProfile::create_space>},
    Field{.key = "podSecurity",
          .type = Type::word,
          .words = kLevels,
          .meaning = "The Pod Security level that the namespace enforces; without it the lowest that lets the pods through.",
          .put = put<&ClusterProfile::pod_security>},
    Field{.key = "nodes",
          .type = Type::texts,
          .format = Format::subdomain,
          .most = 4096,
          .unique = ".",
          .meaning = "Names of the nodes that jobs may run on.",
          .also = "nodeNames",
          .put = put<&ClusterProfile::node_names>},
    Field{.key = "nodeSelector",
          .type = Type::mapping,
          .format = Format::label_value,
          .keys = Format::label_key,
          .most = 64,
          .meaning = "Labels of those nodes.",
          .also = "selector",
          .put = put<&ClusterProfile::node_selector>},
    Field{.key = "tolerations",
          .type = Type::sections,
          .most = 64,
          .meaning = "Taints of the nodes that the pods bear.",
          .inner = &kToleration,
          .into = append<&ClusterProfile::tolerations>},
    Field{.key = "gpusPerNode",
          .type = Type::number,
          .least = 0,
          .most = 64,
          .otherwise = "8",
          .meaning = "GPUs of a node, which a pod asks for where its job does not say.",
          .also = "gpus gpuCount",
          .put = put<&ClusterProfile::gpus_per_node>},
    Field{.key = "gpuResource",
          .format = Format::resource,
          .otherwise = "nvidia.com/gpu",
          .meaning = "The extended resource of GPUs.",
          .put = put<&ClusterProfile::gpu_resource>},
    Field{.key = "fabric",
          .type = Type::word,
          .words = kFabrics,
          .refused = {"shared-roce", "RoCE needs an interface in the pod, which a shared device alone does not bring",
                      "macvlan-roce gives the shared device one"},
          .otherwise = "sriov-roce",
          .meaning = "How RDMA devices and interfaces come into a pod.",
          .put = put<&ClusterProfile::fabric>},
    Field{.key = "rails",
          .type = Type::sections,
          .most = 64,
          .meaning = "The networks of the fabric, in the order of the pods' interfaces; mode rdma needs one at least.",
          .inner = &kRail,
          .into = append<&ClusterProfile::rails>},
    Field{.key = "networks",
          .type = Type::word,
          .words = kNetworks,
          .otherwise = "existing",
          .meaning = "Who makes the NetworkAttachmentDefinitions: they are there, render does, or the SR-IOV Network Operator "
                     "from a SriovNetwork that render writes.",
          .put = put<&ClusterProfile::networks>},
    Field{
        .key = "rdmaIsolation",
        .type = Type::truth,
        .otherwise = "false",
        .meaning = "Whether the nodes keep RDMA devices in network namespaces, as 'rdma system show' says by netns exclusive.",
        .put = put<&ClusterProfile::rdma_isolation>},
    Field{.key = "sriov",
          .type = Type::section,
          .meaning = "What the SR-IOV Network Operator is told.",
          .inner = &kSriov,
          .into = into<&ClusterProfile::sriov>},
    Field{.key = "memlock", .type = Type::section, .meaning = "How jobs get to pin memory.", .inner = &kMemlock, .into = same},
    Field{.key = "serviceAccount",
          .format = Format::subdomain,
          .meaning = "The account of the pods; without it one of the job's name.",
          .also = "serviceAccountName",
          .put = put<&ClusterProfile::service_account>},
    Field{.key = "createServiceAccount",
          .type = Type::truth,
          .otherwise = "true",
          .meaning = "Whether the ServiceAccount is rendered.",
          .put = put<&ClusterProfile::create_service_account>},
    Field{.key = "scc",
          .format = Format::subdomain,
          .meaning =
              "Of OpenShift: a SecurityContextConstraints that is there; without it the smallest that admits the pods is "
              "rendered.",
          .also = "securityContextConstraints",
          .put = put<&ClusterProfile::scc>},
    Field{.key = "storage",
          .type = Type::section,
          .meaning = "Storage classes.",
          .also = "storageClass storageClasses",
          .inner = &kStorage,
          .into = into<&ClusterProfile::storage>},
    Field{.key = "imagePullPolicy",
          .type = Type::word,
          .words = kPolicies,
          .meaning = "When nodes pull the image; without it as Kubernetes does.",
          .also = "pullPolicy",
          .put = put<&ClusterProfile::pull_policy>},
    Field{.key = "imagePullSecrets",
          .type = Type::texts,
          .format = Format::subdomain,
          .most = 16,
          .unique = ".",
          .meaning = "Secrets with credentials of registries.",
          .also = "pullSecrets imagePullSecret",
          .put = put<&ClusterProfile::pull_secrets>},
    Field{.key = "launcherImage",
          .format = Format::image,
          .meaning = "The image that the launcher (railhead exec) is copied from; without it railhead:VERSION of this release.",
          .put = put<&ClusterProfile::launcher_image>},
};

}  // namespace

constexpr Section kClusterSpec = {"cluster", "A cluster: what runs it, its fabric, and what its jobs have in common.",
                                  kSpecFields};

namespace {

constexpr std::array<Words, 1> kVersions = {kApiVersion};
constexpr std::array<Words, 1> kKinds = {"ClusterProfile"};

constexpr std::array kMetadataFields = {
    Field{.key = "name",
          .format = Format::subdomain,
          .required = true,
          .meaning = "What the cluster is called.",
          .put = put<&ClusterProfile::name>},
};
constexpr Section kMetadata = {"clusterMetadata", "The name of the profile.", kMetadataFields};

constexpr std::array kDocumentFields = {
    Field{.key = "apiVersion",
          .type = Type::word,
          .words = kVersions,
          .required = true,
          .meaning = "The version of this format."},
    Field{.key = "kind", .type = Type::word, .words = kKinds, .required = true, .meaning = "What the document is."},
    Field{.key = "metadata",
          .type = Type::section,
          .required = true,
          .meaning = "The name of the profile.",
          .inner = &kMetadata,
          .into = cluster_of},
    Field{.key = "spec",
          .type = Type::section,
          .required = true,
          .meaning = "The cluster.",
          .inner = &kClusterSpec,
          .into = cluster_of},
};
constexpr Section kDocument = {"ClusterProfile", "A cluster, for any number of jobs.", kDocumentFields};

}  // namespace

const Section& cluster_profile() { return kDocument; }

std::string_view word_of(Fabric fabric) { return kFabrics[static_cast<std::size_t>(fabric)]; }
std::string_view word_of(Platform platform) { return kPlatforms[static_cast<std::size_t>(platform)]; }
std::string_view word_of(NetworksBy networks) { return kNetworks[static_cast<std::size_t>(networks)]; }
std::string_view word_of(MemlockWay way) { return kWays[static_cast<std::size_t>(way)]; }

}  // namespace railhead::manifest::job
