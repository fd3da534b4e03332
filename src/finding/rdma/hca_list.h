#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fabric/port/ports.h"
#include "finding/check.h"
#include "nccl/ib/device_list.h"

/// NCCL_IB_HCA beside what it chooses from.
namespace railhead::check {

struct HcaList {
  const facts::Variable* variable = nullptr;
  nccl::DeviceList list;
  std::vector<PortView> visible;  // every port of this process's view
  std::vector<PortView> usable;   // those a job could use: not known to be unusable, and this job's

  bool selects(const PortView& view) const;
  /// The entry names this port, whether the list chooses or leaves out.
  bool names(const nccl::ListEntry& entry, const PortView& view) const;
  /// Of `usable`, those that NCCL would use.
  std::vector<PortView> selected() const;
};

/// Nothing where NCCL_IB_HCA is not set or the devices are not known.
std::optional<HcaList> hca_list(const Input& input);

/// "=mlx5_2:1,mlx5_3:1": exactly these ports.
std::string exactly(const std::vector<PortView>& ports);

/// "mlx5_2, mlx5_3": the devices, each once.
std::string devices_of(const std::vector<PortView>& ports);

}  // namespace railhead::check
