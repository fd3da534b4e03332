#pragma once

#include <string>
#include <vector>

#include "facts/cluster/cluster.h"
#include "finding/finding.h"

namespace railhead::check {

/// An object that defines a network.
struct DeclaredNetwork {
  const facts::ClusterObject& object;
  const facts::NetworkDefinition& network;
  std::string subject() const;  // "NetworkAttachmentDefinition/rail1"
};

std::vector<DeclaredNetwork> declared_networks(const Input& input);

/// A container that a command line or a compose file starts, when it is one for RDMA: it sets variables for it or has a part of
/// what RDMA needs. `why` says which.
struct RdmaRun {
  const facts::ClusterObject& object;
  const facts::ClusterObject::Run& run;
  Evidence why;
  std::string subject() const;  // "docker run IMAGE"
};

std::vector<RdmaRun> rdma_runs(const Input& input);

/// What `judge` says of each of them; nothing where it knows nothing.
std::vector<Finding> judged_runs(const Input& input, std::optional<Finding> (*judge)(const RdmaRun&));

/// The entry that brings /dev/infiniband or a device in it; nullptr where there is none.
const facts::HostMount* infiniband_device(const facts::DeclaredContainer& container);

/// True where --ulimit sets memlock to no limit.
bool is_unlimited(const facts::Known<std::string>& memlock);

}  // namespace railhead::check
