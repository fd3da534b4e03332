#pragma once

#include "facts/gpu/gpu.h"
#include "sys/file/file_tree.h"

namespace railhead::probe {

/// AMD's compute nodes: entries of /sys/class/kfd/kfd/topology/nodes with SIMD units (those without are CPUs), and how many
/// cards they are. Source: Documentation of amdkfd, drivers/gpu/drm/amd/amdkfd/kfd_topology.c.
facts::Known<facts::KfdNodes> kfd(const sys::FileTree& files);

}  // namespace railhead::probe
