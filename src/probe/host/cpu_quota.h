#pragma once

#include "facts/host/process.h"
#include "sys/file/file_tree.h"

namespace railhead::probe {

/// The CPU quota of this process's control group. not_found: it is in no group of version 2, or no group on the way up has a
/// cpu.max, as where the cpu controller is version 1's.
facts::Known<facts::CpuQuota> cpu_quota(const sys::FileTree& files);

}  // namespace railhead::probe
