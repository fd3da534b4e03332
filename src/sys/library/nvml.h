#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

/// NVIDIA's management library, loaded at run time. Our own declarations of the few functions that are used, after its public
/// API reference; they have been the same since version 10 of the library.
namespace railhead::sys {

constexpr const char* kNvmlLibrary = "libnvidia-ml.so.1";

/// nvmlDevice_t, a handle; nvmlReturn_t is an int, 0 for success.
using NvmlHandle = void*;

/// nvmlPciInfo_t as nvmlDeviceGetPciInfo_v3 fills it.
struct NvmlPciInfo {
  char old_bus_id[16];
  unsigned domain;
  unsigned bus;
  unsigned device;
  unsigned device_and_vendor;
  unsigned subsystem;
  char bus_id[32];
};
static_assert(sizeof(NvmlPciInfo) == 68);

struct Nvml {
  int (*init)() = nullptr;
  int (*shutdown)() = nullptr;
  int (*count)(unsigned* count) = nullptr;
  int (*handle)(unsigned index, NvmlHandle* device) = nullptr;
  int (*pci_info)(NvmlHandle device, NvmlPciInfo* info) = nullptr;
  int (*name)(NvmlHandle device, char* name, unsigned length) = nullptr;
  const char* (*error_text)(int result) = nullptr;
};

/// A GPU that NVML shows to this process; `pci_address` as sysfs writes it, empty where NVML did not tell.
struct NvmlGpu {
  std::string pci_address;
  std::string name;
};

/// `not_found` when the library, or one of these functions, is not there.
base::Result<Nvml> load_nvml(const std::string& library = kNvmlLibrary);

/// Initialises, asks and shuts down, in this very process; `unavailable` with NVML's words when it refuses.
base::Result<std::vector<NvmlGpu>> nvml_gpus(const Nvml& nvml);

/// Loads the library and asks it in a child: it may hang on a GPU that fell off the bus. `timeout` after `limit`, `unavailable`
/// when the child dies.
base::Result<std::vector<NvmlGpu>> nvml_gpus_in_child(std::chrono::milliseconds limit,
                                                      const std::string& library = kNvmlLibrary);

/// "00000000:3B:00.0", NVML's way, as "0000:3b:00.0". What is longer than four digits in the domain stays so.
std::string sysfs_address(std::string_view bus_id);

}  // namespace railhead::sys
