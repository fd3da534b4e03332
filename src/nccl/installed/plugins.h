#pragma once

#include <optional>
#include <string>

#include "facts/evidence.h"
#include "facts/machine.h"
#include "nccl/plan.h"

/// Network plugins of NCCL that choose devices and settings for themselves, and are left alone.
namespace railhead::nccl {

struct OwnPlugin {
  Transport transport = Transport::efa;
  std::string reason;
  facts::Evidence evidence;
};

/// EFA: an EFA device, and aws-ofi-nccl beside it or not known to be absent, or NCCL_NET names the plugin. gIB: Google's
/// package, or NCCL_NET=gIB.
std::optional<OwnPlugin> own_plugin(const facts::Machine& machine);

/// A plugin of another kind that NCCL would load by itself, such as that of HPC-X; nullptr without one.
const facts::Library* other_plugin(const facts::Machine& machine);

/// True where RCCL is found and NCCL is not.
bool is_rccl(const facts::Software& software);

}  // namespace railhead::nccl
