#pragma once

#include <string>
#include <vector>

#include "fabric/port/ports.h"
#include "facts/pci/function.h"

/// The PCI functions behind the RDMA devices that a job would use.
namespace railhead::fabric {

/// `device` is the first RDMA device on it. A virtual function is replaced by its physical one where that is visible, since the
/// link and its settings are the card's.
struct Nic {
  const facts::Device* device = nullptr;
  const facts::PciFunction* function = nullptr;
};

/// In order of the devices, each function once. Devices that belong to others, and those without a PCI function, are left out.
std::vector<Nic> nics_of(const facts::Machine& machine, const std::vector<PortView>& views);

/// As nics_of with the functions that the devices are themselves, virtual ones included, of devices with a port that is not
/// known to be unusable: what a GPU would talk to.
std::vector<Nic> usable_nics(const facts::Machine& machine, const std::vector<PortView>& views);

/// "mlx5_0 (0000:18:00.0)"
std::string subject(const Nic& nic);

/// The bridge or port right above; nullptr when it hangs on the host bridge, or that port is not visible.
const facts::PciFunction* upstream(const facts::Pci& pci, const facts::PciFunction& function);

bool is_virtual(const facts::PciFunction& function);

}  // namespace railhead::fabric
