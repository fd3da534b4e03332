#pragma once

#include <string_view>

/// Modules that let the RDMA core pin GPU memory.
namespace railhead::check {

/// "nvidia_peermem" of NVIDIA's driver, and "nv_peer_mem", which came before it.
inline bool is_peer_module(std::string_view module) { return module == "nvidia_peermem" || module == "nv_peer_mem"; }

}  // namespace railhead::check
