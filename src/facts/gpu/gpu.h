#pragma once

#include <string>
#include <vector>

#include "facts/known.h"
#include "facts/pci/function.h"
#include "facts/rdma/device.h"

/// GPUs, and how near each RDMA device is to them.
namespace railhead::facts {

/// The nearest devices of a GPU: RDMA device names, or PCI addresses where the RDMA core knows none of them.
struct NearestNics {
  Distance distance = Distance::sys;
  std::vector<std::string> names;  // empty for unknown_host_bridges
};

/// The RDMA devices nearest to a GPU; where none has a place on the bus, the PCI functions that could carry RDMA. not_found
/// when there are neither.
Known<NearestNics> nearest_nics(const PciFunction& gpu, const Pci& pci, const Rdma& rdma);

/// A GPU's row of `nvidia-smi topo -m`: how near each adapter is, by the name that the table or its legend has for it.
struct NicDistance {
  std::string nic;
  Distance distance = Distance::sys;
};
struct AffinityRow {
  std::string gpu;  // "GPU0"
  std::vector<NicDistance> nics;
  std::string source;
};

struct Gpu {
  std::string pci_address;
  std::string vendor;  // "NVIDIA", "AMD"
  Known<std::string> model;
  Known<int> numa_node;
  Known<std::string> driver;
  Known<NearestNics> nearest;
};

/// AMD's compute nodes (/sys/class/kfd): in partitioned modes there are more of them than cards.
struct KfdNodes {
  unsigned nodes = 0;
  unsigned cards = 0;
};

struct Gpus {
  Known<std::vector<Gpu>> gpus;
  Known<std::string> nvidia_driver;  // /proc/driver/nvidia/version
  Known<bool> nvidia_open;           // the same file: the open kernel modules, the only ones that export DMA-BUF
  Known<KfdNodes> kfd;
  std::vector<AffinityRow> affinity = {};  // of texts alone; a probe knows the tree itself
  /// GPUs that NVML shows this process. not_asked under --probe=off, in a replay and on machines without NVIDIA; not_found:
  /// libnvidia-ml.so.1 does not load.
  Known<unsigned> nvml_count;
  /// Device nodes /dev/nvidiaN: a container has those of its own GPUs alone. not_asked on machines without NVIDIA.
  Known<unsigned> nvidia_nodes;
};

}  // namespace railhead::facts
