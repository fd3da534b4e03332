#pragma once

#include <string>

#include "facts/pci/function.h"
#include "facts/rdma/device.h"
#include "sys/file/file_tree.h"

namespace railhead::probe {

/// All that files tell of /sys/class/infiniband/NAME; its nodes and what verbs say are added by rdma().
facts::Device device(const sys::FileTree& files, const std::string& name, const facts::Pci& pci);

/// The PCI function of a device, `path` being its folder in the class. That entry is a link whose text usually leads through
/// the function. Where it is a plain folder, its `device` link tells; in captures that link may lead nowhere, and its text
/// still tells.
facts::Known<std::string> pci_parent(const sys::FileTree& files, const std::string& path);

/// The device's netdevs in this network namespace: those next to the device itself (a subfunction has its own), else the PCI
/// function's (nullptr for none), else the parent that rxe names in a file of its own, else those of the GIDs.
facts::Known<std::vector<std::string>> netdevs(const sys::FileTree& files, const std::string& path, const facts::Device& device,
                                               const facts::PciFunction* function);

}  // namespace railhead::probe
