#pragma once

#include <string>
#include <vector>

#include "facts/rdma/device.h"
#include "sys/file/file_tree.h"

namespace railhead::probe {

/// The ports of the RDMA device whose folder is `device`, in order of number; entries of its `ports` folder that are no numbers
/// are left out. MTUs are not in sysfs: verbs.h adds them.
std::vector<facts::Port> ports(const sys::FileTree& files, const std::string& device);

}  // namespace railhead::probe
