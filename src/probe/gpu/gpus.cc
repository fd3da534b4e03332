#include "probe/gpu/gpus.h"

#include <algorithm>

#include "probe/gpu/kfd.h"
#include "probe/gpu/nvidia.h"
#include "probe/reading.h"

namespace railhead::probe {
namespace {

constexpr std::uint32_t kNvidia = 0x10de;

facts::Gpu gpu(const sys::FileTree& files, const facts::PciFunction& function, const facts::Pci& pci, const facts::Rdma& rdma) {
  const bool nvidia = function.vendor.is(kNvidia);
  facts::Gpu gpu;
  gpu.pci_address = function.address;
  gpu.vendor = nvidia ? "NVIDIA" : "AMD";
  // amdgpu has the name in a file of the function; most of AMD's cards leave it empty.
  gpu.model = nvidia ? nvidia_model(files, function.address)
                     : text_of(files, "/sys/bus/pci/devices/" + function.address + "/product_name");
  gpu.numa_node = function.numa_node;
  gpu.driver = function.driver;
  gpu.nearest = nearest_nics(function, pci, rdma);
  return gpu;
}

facts::Known<std::vector<facts::Gpu>> all(const sys::FileTree& files, const facts::Pci& pci, const facts::Rdma& rdma) {
  if (!pci.functions) return {pci.functions.missing(), pci.functions.source()};
  std::vector<facts::Gpu> found;
  for (const facts::PciFunction& function : *pci.functions)
    if (is_gpu(function)) found.push_back(gpu(files, function, pci, rdma));
  return {std::move(found), pci.functions.source()};
}

bool any_nvidia(const facts::Gpus& gpus) {
  if (gpus.nvidia_driver) return true;
  return gpus.gpus && std::ranges::any_of(*gpus.gpus, [](const facts::Gpu& gpu) { return gpu.vendor == "NVIDIA"; });
}

}  // namespace

facts::Gpus gpus(const sys::World& world, Level level, const facts::Pci& pci, const facts::Rdma& rdma) {
  facts::Gpus found{.gpus = all(world.files, pci, rdma),
                    .nvidia_driver = nvidia_driver(world.files),
                    .nvidia_open = nvidia_open(world.files),
                    .kfd = kfd(world.files),
                    .nvml_count = {},
                    .nvidia_nodes = {}};
  if (any_nvidia(found)) found.nvidia_nodes = nvidia_nodes(world.files);
  if (world.live && level >= Level::open && any_nvidia(found)) add_nvml(found);
  return found;
}

}  // namespace railhead::probe
