#pragma once

#include <string>
#include <vector>

#include "facts/machine.h"
#include "facts/rdma/usable.h"

/// Whose a visible device is: a container sees the adapters of the whole node, and few of them are its own.
namespace railhead::fabric {

/// One device that a device plugin gave, and the variable that says so.
struct Given {
  facts::AllocatedDevice device;
  std::string variable;
};

/// The devices of PCIDEVICE_* that may be RDMA devices: those whose PCI function is known to be none are left out, and so are
/// those bound to vfio-pci, which no kernel driver serves.
std::vector<Given> given_devices(const facts::Machine& machine);

/// Whether given_devices() has any, without making the list.
bool any_given(const facts::Machine& machine);

/// The RDMA device that was allocated, by its PCI address, name or uverbs device; nullptr when it is not visible here.
const facts::Device* device_of(const facts::Machine& machine, const facts::AllocatedDevice& given);

/// The variable that allocates this device to the container; empty when none does.
std::string given_by(const facts::Machine& machine, const facts::Device& device);

/// Usable when one of its ports is; unknown when none is and one may be.
facts::Usable usable(const facts::Machine& machine, const facts::Device& device);

/// An interface of the device is in this network namespace.
bool has_netdev_here(const facts::Device& device);

bool is_infiniband(const facts::Device& device);

/// How far a visible device is this container's to use. given: a device plugin allocated it. netdev: an interface of it is in
/// this network namespace. open: nothing says whose it is (InfiniBand shows every device to all). foreign: others were
/// allocated, or its interface is in another namespace.
enum class Claim { given, netdev, open, foreign };

Claim claim(const facts::Machine& machine, const facts::Device& device);

bool in_container(const facts::Container& container);
bool in_kubernetes(const facts::Container& container);

}  // namespace railhead::fabric
