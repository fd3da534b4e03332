#pragma once

#include "facts/pci/function.h"
#include "facts/rdma/device.h"
#include "probe/extent.h"
#include "probe/level.h"
#include "sys/world.h"

namespace railhead::probe {

/// RDMA devices in natural order, their nodes below /dev/infiniband, and how the RDMA core shares devices between network
/// namespaces. From Level::open on, nodes are opened and libibverbs is asked; `pci` gives what belongs to the PCI function.
facts::Rdma rdma(const sys::World& world, Level level, const facts::Pci& pci, Extent extent = Extent::everything);

}  // namespace railhead::probe
