#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "facts/cluster/survey/node.h"
#include "facts/cluster/survey/object.h"
#include "facts/cluster/survey/part.h"
#include "facts/known.h"

namespace railhead::facts {

/// What a cluster is made of, as far as one user may read it. Each list is known as a whole or not at all: a list that is empty
/// says that there is none (be it that its API is not served), one that is missing says why (denied, malformed, unavailable).
/// The source of a fact is its path in the API.
struct Survey {
  std::string program;  // oc or kubectl, as the user has to type it
  std::string account;  // the service account that is meant; empty: none was named

  Known<std::string> kubernetes;  // "v1.31.4"
  Known<bool> openshift;          // the API has OpenShift's groups
  Known<std::string> release;     // of OpenShift: "4.18.12"

  Known<std::vector<SurveyedNode>> nodes;
  Known<SurveyedPods> pods;  // without it no node's free amounts are known

  /// NetworkAttachmentDefinitions. `networks_of`: empty, or the namespaces alone that could be read where a list of all was
  /// denied.
  Known<std::vector<SurveyedObject>> networks;
  std::vector<std::string> networks_of;
  Known<std::vector<SurveyedObject>> sriov_networks;  // SriovNetwork, SriovIBNetwork
  Known<std::vector<SurveyedObject>> policies;        // SriovNetworkNodePolicy
  Known<std::vector<SurveyedObject>> plugin_configs;  // ConfigMaps of the SR-IOV and shared device plugins
  Known<std::vector<SurveyedObject>> nic_policies;    // NicClusterPolicy, which has such configurations in it
  std::vector<SharedPool> shared_pools;               // of those two that are known, put in by flow::surveyed

  Known<std::vector<SurveyedConstraint>> constraints;  // SCCs
  SurveyedSpace space;
  Known<std::vector<StorageClass>> storage;
  Known<std::vector<StackPart>> stack;
  std::vector<SurveyedApi> apis;
  Known<bool> native_ulimits;  // the pods of the API have securityContext.ulimits

  /// The API of this name; nullptr where the survey did not ask about it.
  const SurveyedApi* api(std::string_view name) const {
    for (const SurveyedApi& one : apis)
      if (one.name == name) return &one;
    return nullptr;
  }
};

/// Something that could not be read: what, why, and the command by which somebody with the rights sees it.
struct SurveyGap {
  std::string what;
  Missing missing;
  std::string source;
  std::string command;
};

}  // namespace railhead::facts
