#pragma once

#include <string>
#include <vector>

#include "facts/cluster/cluster.h"
#include "finding/declared/resources.h"
#include "finding/finding.h"

/// The containers that texts declare, as rules go through them.
namespace railhead::check {

/// A container with the pod it is of.
struct Declared {
  const facts::PodTemplate& pod;
  const facts::DeclaredContainer& container;
  std::string subject() const;  // "Deployment/train container main"
};

/// Every container of every pod template; none where no text was read.
std::vector<Declared> declared_containers(const Input& input);

/// Every pod template.
std::vector<const facts::PodTemplate*> declared_pods(const Input& input);

/// What `judge` says of each container, in their order. `judge` gives std::optional<Finding>.
template <class Judge>
std::vector<Finding> each_declared(const Input& input, const Judge& judge) {
  return judged_each(declared_containers(input), judge);
}

bool is_privileged(const facts::DeclaredContainer& container);

/// The entry that adds the capability, or all of them; nullptr where none does.
const facts::Placed* added(const facts::DeclaredContainer& container, std::string_view capability);

/// "asks for openshift.io/rail1" and the like with their places.
Evidences resource_evidence(const std::vector<facts::ResourceRequest>& requests);

/// The mount of /dev/infiniband, or of something in it, from the node; nullptr where there is none.
const facts::HostMount* infiniband_mount(const facts::DeclaredContainer& container);

/// True where it is known that the container does not run as root. `evidence` gets what says so.
bool runs_as_other_user(const facts::DeclaredContainer& container, Evidences& evidence);

/// "openshift.io/rail1, rdma/hca"
std::string resource_names(const std::vector<facts::ResourceRequest>& requests);

}  // namespace railhead::check
