#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "facts/host/kernel.h"

/// Texts about the kernel: its command line and its modules.
namespace railhead::facts {

/// The command line with the values of secrets replaced by "[removed]": those whose key speaks of a password, token, key, secret
/// or credential, and what stands before an @ in any value (user:password@host). A text already treated stays as it is.
std::string without_secrets(std::string_view command_line);

/// True for modules that have a part in RDMA or GPUs: ib_*, rdma_*, mlx*, nvidia*, amdgpu and so on.
bool is_module_of_interest(std::string_view name);

/// Those of interest in the text of /proc/modules ("ib_core 503808 9 rdma_cm,ib_uverbs, Live 0x0000000000000000"); lines of another
/// form are left out.
std::vector<Module> parse_modules(std::string_view text);

}  // namespace railhead::facts
