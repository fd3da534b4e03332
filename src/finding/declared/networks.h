#pragma once

#include <string>
#include <vector>

#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"

/// The networks of a pod against the resources it asks for.
namespace railhead::check {

/// yes: its definition is among the texts, or its name says so; no: likewise; unknown: neither.
enum class TakesVf { yes, no, unknown };

/// A network that a pod attaches, and what the texts say of it. `resource` is empty where they do not, `object` nullptr where
/// its definition is not among them.
struct Attached {
  facts::NetworkAttachment attachment;
  TakesVf takes = TakesVf::unknown;
  std::string resource = {};
  const facts::ClusterObject* object = nullptr;
};

std::vector<Attached> attached_networks(const facts::PodTemplate& pod, const facts::Cluster& cluster);

/// The namespace in which a pod looks for the network; empty where the text does not say.
const std::string& space_of(const facts::PodTemplate& pod, const facts::NetworkAttachment& attachment);

/// Units of one pool that all containers of the pod ask for together; init containers end before and are not counted.
struct AskedUnits {
  std::string resource;
  std::uint64_t units = 0;
  std::vector<facts::ResourceRequest> requests;
};

/// Nothing where a number is not known.
std::optional<std::vector<AskedUnits>> units_asked(const facts::PodTemplate& pod);

/// True where names are numbered or otherwise alike: "rail1, rail2", "net-a, net-b".
bool are_alike(const std::vector<std::string>& names);

}  // namespace railhead::check
