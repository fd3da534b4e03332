#pragma once

#include <string>

#include "facts/pci/function.h"
#include "facts/rdma/device.h"
#include "sys/file/file_tree.h"

namespace railhead::probe {

/// What an RDMA device has from its PCI function: driver, ids, PF or VF, NUMA node. `function` is nullptr when there is none or
/// it is not among those of `pci`; driver and NUMA node are then looked for at the device's own parent (a platform device has
/// them).
void add_function(const sys::FileTree& files, const std::string& path, const facts::Pci& pci,
                  const facts::PciFunction* function, facts::Device& device);

}  // namespace railhead::probe
