#pragma once

#include "facts/pci/function.h"
#include "probe/extent.h"
#include "sys/world.h"

namespace railhead::probe {

/// Every function of /sys/bus/pci/devices, in order of address. GPUs, network functions that carry or could carry RDMA, and the
/// bridges above both are read in full: links, configuration space, SR-IOV, IOMMU group, netdevs. Extent::plan: only what could
/// be a GPU or a NIC is listed, and of the rest a NIC's place in SR-IOV is read.
facts::Pci pci(const sys::World& world, Extent extent = Extent::everything);

/// The functions at these addresses alone, without what is read of few; one that is not there is left out.
facts::Pci pci_at(const sys::World& world, const std::vector<std::string>& addresses);

}  // namespace railhead::probe
