#pragma once

#include <string>

#include "facts/environment.h"

/// What the user has set already.
namespace railhead::nccl {

/// The variable as a process started here has it; nullptr where it is not set, or where the environment is not known.
const facts::Variable* set_by_user(const facts::Environment& environment, const std::string& name);

/// "set in the environment", "set in /etc/nccl.conf:3"
std::string where_set(const facts::Variable& variable);

/// Why the variables keep NCCL from its own RDMA transport: "NCCL_IB_DISABLE=1 is set in the environment"; empty when they do
/// not. Source: ncclParamIbDisable() and NCCL_NET in NCCL's src/init.cc and src/transport/net_ib.
std::string rdma_turned_off(const facts::Environment& environment);

}  // namespace railhead::nccl
