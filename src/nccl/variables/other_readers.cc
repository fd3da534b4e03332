#include <algorithm>
#include <array>

#include "nccl/variables/variables.h"

namespace railhead::nccl {
namespace {

/// `whole`: the name alone, else every name that begins so.
struct Reader {
  std::string_view name;
  std::string_view who;
  bool whole = false;
};

/// NCCL_* names that others read or set, each with where its own documentation or source says so.
constexpr auto kReaders = std::to_array<Reader>({
    // Images that hold NCCL, and builds against it (NVIDIA's CUDA images; CMake modules of PyTorch, Horovod and others).
    {"NCCL_VERSION", "container images, which say what they hold", true},
    {"NCCL_HOME", "builds against NCCL", true},
    {"NCCL_ROOT", "builds against NCCL"},
    {"NCCL_DIR", "builds against NCCL", true},
    {"NCCL_PATH", "builds against NCCL", true},
    {"NCCL_INCLUDE", "builds against NCCL"},
    {"NCCL_LIB", "builds against NCCL"},
    {"NCCL_SRC", "builds against NCCL"},
    {"NCCL_USE_CMAKE", "builds against NCCL", true},
    {"NCCL_PLUGIN_PATH", "the start scripts of cloud images", true},
    // PyTorch up to 2.1; TORCH_NCCL_... since.
    {"NCCL_ASYNC_ERROR_HANDLING", "PyTorch", true},
    {"NCCL_AVOID_RECORD_STREAMS", "PyTorch", true},
    {"NCCL_BLOCKING_WAIT", "PyTorch", true},
    {"NCCL_DESYNC_DEBUG", "PyTorch", true},
    {"NCCL_ENABLE_TIMING", "PyTorch", true},
    {"NCCL_TRACE_BUFFER_SIZE", "PyTorch", true},
    {"NCCL_USE_COMM_NONBLOCKING", "PyTorch", true},
    // nccl-tests
    {"NCCL_TESTS_", "nccl-tests"},
    // Parts of NVIDIA/nccl beside the library: plugins/, contrib/.
    {"NCCL_INSPECTOR_", "the inspector plugin of NCCL"},
    {"NCCL_PROFILE_", "the example profiler plugin of NCCL"},
    {"NCCL_PROFILER_", "a profiler plugin"},
    {"NCCL_RESHARD_", "a library in NCCL's contrib folder"},
    {"NCCL_EP_", "a library in NCCL's contrib folder"},
    {"NCCL_CHECKPOINT_", "a library in NCCL's contrib folder"},
    {"NCCL_TUNER_CONFIG_", "a tuner plugin"},
    // Mellanox/nccl-rdma-sharp-plugins, as in HPC-X.
    {"NCCL_IBEXT_", "the HPC-X plugin"},
    {"NCCL_SHARP_", "the HPC-X plugin"},
    {"NCCL_PLUGIN_P2P", "the HPC-X plugin", true},
    {"NCCL_UCX_", "the HPC-X plugin"},
    // Google Cloud: GPUDirect-TCPX, FasTrak (TCPXO), gIB, CoMMA.
    {"NCCL_GPUDIRECTTCPX_", "the GPUDirect-TCPX plugin"},
    {"NCCL_FASTRAK_", "the FasTrak plugin"},
    {"NCCL_GIB_", "the gIB plugin"},
    {"NCCL_SHIMNET_", "the FasTrak plugin"},
    {"NCCL_DYNAMIC_CHUNK_SIZE", "the FasTrak plugin", true},
    {"NCCL_NET_PLUGIN_TELEMETRY_MODE", "the FasTrak plugin", true},
    {"NCCL_TELEMETRY_MODE", "the CoMMA plugin", true},
    {"NCCL_GPUVIZ_", "the FasTrak plugin"},
});

}  // namespace

std::string_view other_reader(std::string_view name) {
  const auto reads = [name](const Reader& reader) {
    return reader.whole ? name == reader.name : name.starts_with(reader.name);
  };
  const auto found = std::ranges::find_if(kReaders, reads);
  return found == kReaders.end() ? "" : found->who;
}

}  // namespace railhead::nccl
