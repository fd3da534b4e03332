#pragma once

#include "manifest/render/cluster/rails.h"

/// Objects of the SR-IOV Network Operator (sriovnetwork.openshift.io/v1, api/v1 of
/// k8snetworkplumbingwg/sriov-network-operator).
namespace railhead::manifest::render {

/// A SriovNetwork or SriovIBNetwork for each rail, of which the operator makes the NetworkAttachmentDefinitions, and before
/// them, where wanted, the SriovNetworkNodePolicies of their resources, one each.
base::Result<std::vector<Object>> operator_objects(const Plan& plan, const std::vector<PlacedRail>& rails);

}  // namespace railhead::manifest::render
