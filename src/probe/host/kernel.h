#pragma once

#include "facts/host/kernel.h"
#include "sys/world.h"

namespace railhead::probe {

/// The kernel: release, command line without secrets, modules, IOMMU, security modules, peer-memory clients.
facts::KernelFacts kernel(const sys::World& world);

/// IOMMU units and groups, from /sys/class/iommu and /sys/kernel/iommu_groups.
facts::Iommu iommu(const sys::FileTree& files);

}  // namespace railhead::probe
