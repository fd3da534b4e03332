#pragma once

#include <string>

#include "facts/pci/function.h"
#include "facts/rdma/device.h"
#include "probe/extent.h"
#include "sys/file/file_tree.h"

namespace railhead::probe {

/// All that files tell of /sys/class/infiniband/NAME; its nodes and what verbs say are added by rdma().
facts::Device device(const sys::FileTree& files, const std::string& name, const facts::Pci& pci,
                     Extent extent = Extent::everything);

}  // namespace railhead::probe
