#pragma once

#include <optional>
#include <string>
#include <vector>

#include "facts/known.h"

/// What the orchestrator gave to this container, and what kind of place this is.
namespace railhead::facts {

/// One device out of PCIDEVICE_<RESOURCE> and PCIDEVICE_<RESOURCE>_INFO, as the SR-IOV network device plugin publishes them.
struct AllocatedDevice {
  std::string pci_address;                 // or an auxiliary device's name, "mlx5_core.sf.4", where subfunctions are given out
  std::optional<std::string> rdma_device;  // "mlx5_7": plugin 3.10 and later
  std::optional<std::string> uverbs;       // "uverbs8"
};

struct Allocation {
  std::string resource;  // the variable's name without PCIDEVICE_: OPENSHIFT_IO_ENO5NP0RDMA
  std::string variable;
  /// What the list names; where there is only the _INFO variable, what that names.
  Known<std::vector<AllocatedDevice>> devices;
  /// Whether _INFO was understood. not_found: there is none, as with plugins before 3.6; malformed: the list alone counts.
  Known<bool> info;
};

struct Container {
  std::vector<Allocation> allocations;
  Known<std::string> runtime;       // "containerd", "cri-o", "docker", "podman"; not_found outside a container
  Known<std::string> orchestrator;  // "kubernetes", "openshift", "slurm"; not_found when nothing hints at one
};

}  // namespace railhead::facts
