#pragma once

#include "facts/host/memory.h"
#include "sys/file/file_tree.h"

namespace railhead::probe {

/// The memory limit that holds for this process: the smallest of its control group and those above it, as far as the mount of
/// the controller shows them. A group without files of the controller (the root of version 2) limits nothing.
facts::Known<facts::CgroupMemory> control_group(const sys::FileTree& files);

}  // namespace railhead::probe
