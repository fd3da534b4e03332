#pragma once

#include <string>

#include "facts/rdma/device.h"

namespace railhead::text::listing {

/// What the part number of an NVIDIA adapter tells: it is the PCI device id, and virtual functions have ids of their own
/// (mlx5_core_pci_table of drivers/net/ethernet/mellanox/mlx5/core/main.c). That of a physical function tells nothing more: a
/// subfunction shows it too.
void tell_adapter_part(facts::Device& device, unsigned part, const std::string& source);

}  // namespace railhead::text::listing
