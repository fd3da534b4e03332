#pragma once

#include <string>
#include <vector>

#include "fabric/ports.h"
#include "nccl/plan.h"

namespace railhead::nccl {

/// The ports that one job should use together: usable, this container's own, of one link layer and one rate. `why` says it in a
/// sentence, or why there are none. In natural order of the devices; they point into `machine`.
/// `detected`: those before a list that the user set was applied. `known` is false where the devices, or whether any of them is
/// usable, could not be told.
struct Hcas {
  std::vector<fabric::PortView> chosen = {};
  std::vector<fabric::PortView> detected = {};
  bool known = true;
  std::vector<LeftOut> left_out = {};
  std::string why = {};
  std::string why_detected = {};
};

/// `user_list`: NCCL_IB_HCA as the user set it; empty when it is not set.
Hcas choose_hcas(const facts::Machine& machine, const std::string& user_list);

/// "mlx5_6:1"
std::string hca_name(const fabric::PortView& view);

}  // namespace railhead::nccl
