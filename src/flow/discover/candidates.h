#pragma once

#include <optional>
#include <string>
#include <vector>

#include "facts/cluster/survey/survey.h"
#include "manifest/job/profile.h"

namespace railhead::flow {

/// A NetworkAttachmentDefinition that could be a rail. `fabric` is nothing where what its devices speak is not known.
struct Candidate {
  std::optional<manifest::job::Fabric> fabric = {};
  manifest::job::Rail rail = {};  // with its namespace
  bool isolated = false;          // its plugins move the RDMA device into the pod's namespace
  std::string evidence = {};      // "NetworkAttachmentDefinition team-a/rail1: CNI type sriov"
  std::string doubt = {};         // what is not proven; empty: nothing
};

/// The rails that the networks offer, and why others of the kinds that bring RDMA are none.
struct Candidates {
  std::vector<Candidate> all;
  std::vector<std::string> refused;  // "team-a/rail3: no node offers openshift.io/rail3"
};

Candidates candidates(const facts::Survey& survey);

}  // namespace railhead::flow
