#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facts/cluster/cluster.h"

/// What the names of extended resources say. They are chosen by whoever set up the cluster: what a text itself says of a pool
/// counts before its name.
namespace railhead::check {

/// gpu: nvidia.com/gpu and its like. shared: RDMA devices that pods share (rdma/..., of the RDMA shared device plugin and
/// others that hand out device nodes). pool: units of which each is a network device of one pod (SR-IOV and host devices).
enum class ResourceClass { other, gpu, shared, pool };

ResourceClass class_of(std::string_view name);

/// True for what device plugins and the like offer, and not for cpu, memory or hugepages. Names of kubernetes.io are left out:
/// some schedulers overcommit theirs.
bool is_extended(std::string_view name);

/// True for a name with a word like rdma, roce, mlnx, ib or rail in it.
bool sounds_like_rdma(std::string_view name);

/// The pool that the texts define under this name, with or without its prefix; nullptr where there is none.
const facts::DevicePool* pool_of(std::string_view resource, const facts::Cluster& cluster);

/// True where two names of a resource are one: "openshift.io/rail1" and "rail1".
bool same_resource(std::string_view left, std::string_view right);

/// The resources of a class that a container asks for at least one of.
std::vector<facts::ResourceRequest> asked(const facts::DeclaredContainer& container, ResourceClass wanted);

/// The resources that bring RDMA devices: shared ones, pools that are for RDMA by what the texts say or by their name, and any
/// pool beside GPUs.
std::vector<facts::ResourceRequest> rdma_asked(const facts::DeclaredContainer& container, const facts::Cluster& cluster);

/// How many GPUs the container asks for.
std::uint64_t gpus_asked(const facts::DeclaredContainer& container);

}  // namespace railhead::check
