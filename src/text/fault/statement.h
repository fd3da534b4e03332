#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace railhead::text {

/// One of the two ways to GPU memory of a device, as UCX finds it.
struct GpuWay {
  std::string hca;
  bool is_dma_buf = false;  // else a peer-memory module
  bool there = false;
};

/// "mlx5_0: cuda GPUDirect RDMA is disabled", "mlx5_0: rocm GPUDirect RDMA is not detected by checking ...", "mlx5_0: dmabuf
/// is supported": uct_ib_check_gpudirect_driver() and uct_ib_md_check_dmabuf() of UCX.
std::optional<GpuWay> gpu_way(std::string_view line);

/// The soft memlock limit in bytes that a library or a service manager states: "(current: 64 kbytes)" of UCX, "RLIMIT_MEMLOCK
/// is 65536 bytes" of libibverbs, "Memlock limit: 65536" of Open MPI, "LimitMEMLOCK=65536" of `systemctl show` and of units.
std::optional<std::uint64_t> stated_memlock(std::string_view line);

}  // namespace railhead::text
