#pragma once

#include <string>

#include "facts/pci/function.h"
#include "facts/rdma/device.h"
#include "sys/file/file_tree.h"

namespace railhead::probe {

/// What the choice of NCCL's variables needs to know of the RDMA device `name`, in a third of the reads that device() makes:
/// node type and driver; of each port state, rate, link layer, traffic class and the first GIDs; on
/// Ethernet the netdevs, where no GID names one. The PCI address is read where `pci` has functions: those that were allocated.
/// `opens`: the device's node may open; without it no GID is read.
facts::Device outline(const sys::FileTree& files, const std::string& name, const facts::Pci& pci, bool opens);

}  // namespace railhead::probe
