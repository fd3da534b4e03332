#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "facts/host/kernel.h"

/// Texts about the kernel: its modules.
namespace railhead::facts {

/// True for modules that have a part in RDMA or GPUs: ib_*, rdma_*, mlx*, nvidia*, amdgpu and so on.
bool is_module_of_interest(std::string_view name);

/// Those of interest in the text of /proc/modules ("ib_core 503808 9 rdma_cm,ib_uverbs, Live 0x0000000000000000"); lines of
/// another form are left out.
std::vector<Module> parse_modules(std::string_view text);

}  // namespace railhead::facts
