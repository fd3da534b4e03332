#pragma once

#include "manifest/render/cluster/rails.h"

/// Configurations of CNI plugins.
namespace railhead::manifest::render {

/// "k8s.v1.cni.cncf.io/resourceName": by this annotation of a NetworkAttachmentDefinition Multus finds the device that the pod
/// got, and hands its PCI address to the plugin.
constexpr const char* kResourceName = "k8s.v1.cni.cncf.io/resourceName";

/// spec.config of a NetworkAttachmentDefinition for a checked rail: of one plugin, or a chain. The fields are those of the
/// plugins' own documentation: sriov-cni docs/configuration-reference.md, ib-sriov-cni README.md, ipoib-cni README.md,
/// containernetworking/plugins host-device, macvlan and tuning, rdma-cni README.md, whereabouts README.md.
base::Result<Tree> network_config(const Plan& plan, const PlacedRail& placed);

/// {type: whereabouts, range, exclude}; without members where the rail has no subnet.
Tree whereabouts(const job::Rail& rail);

/// The plugins behind the first: what none of the first has a field for. tuning where an MTU is wanted and nothing else sets
/// it (`mtu`: bytes, 0 not); rdma where nodes keep RDMA devices in network namespaces.
std::vector<Tree> chained(const Plan& plan, std::uint32_t mtu);

}  // namespace railhead::manifest::render
