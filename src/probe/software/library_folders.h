#pragma once

#include <string>
#include <vector>

#include "sys/world.h"

namespace railhead::probe {

/// Where the loader looks, in its order: LD_LIBRARY_PATH, the folders of /etc/ld.so.conf and what it includes, then the usual
/// ones of Debian, Red Hat and by-hand installs. Source: ld.so(8), ldconfig(8). Folders may be absent.
std::vector<std::string> library_folders(const sys::World& world);

/// Where NCCL may be besides: conda's and ROCm's library folders, and those of its Python package below site-packages of the
/// interpreters that are there.
std::vector<std::string> nccl_folders(const sys::World& world);

}  // namespace railhead::probe
