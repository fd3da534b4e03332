#pragma once

#include <map>
#include <string>
#include <vector>

#include "facts/host/kernel_log.h"
#include "facts/known.h"

/// The kernel: release, command line, modules, IOMMU and security modules.
namespace railhead::facts {

/// How DMA addresses are mapped for a device: none (no group), identity (passthrough), translated (DMA or DMA-FQ), other.
enum class IommuMode { off, identity, translated, unknown_type };
const char* name(IommuMode mode);

/// /sys/kernel/iommu_groups/N: `type` is the text of its type file ("DMA", "DMA-FQ", "identity"), `devices` are PCI addresses.
struct IommuGroup {
  unsigned number = 0;
  Known<std::string> type;
  std::vector<std::string> devices;
};

struct Iommu {
  Known<std::vector<std::string>> units;  // /sys/class/iommu: dmar0, ivhd0; empty when the firmware hides them
  Known<std::vector<IommuGroup>> groups;  // empty when translation is off
  /// "Translated" or "Passthrough": what the kernel's log calls the default domain type (iommu_subsys_init()). A probe has the
  /// groups, and does not ask.
  Known<std::string> default_domain = {};
};

/// A module of /proc/modules: only those that matter here (ib_*, rdma_*, mlx*, nvidia*, amdgpu, ...) are kept.
struct Module {
  std::string name;
  std::string state;  // Live, Loading, Unloading
};

struct KernelFacts {
  Known<std::string> release;
  Known<std::string> command_line;
  Known<std::vector<Module>> modules;        // loaded ones
  Known<std::vector<std::string>> built_in;  // names in /sys/module that /proc/modules does not list
  Iommu iommu;
  Known<bool> selinux_enforcing;  // false: permissive; not_found: SELinux is off
  Known<bool> apparmor_enabled;
  /// True when /sys/kernel/mm/memory_peers lists a client (nv_mem, amdp2p): ib_core's peer-memory API of MLNX_OFED/DOCA.
  Known<std::vector<std::string>> memory_peers;
  KernelLog log = {};  // of texts alone: a probe does not read it
};

}  // namespace railhead::facts
