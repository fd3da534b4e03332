#pragma once

#include <string>

#include "facts/machine.h"
#include "report/style.h"

namespace railhead::report {

/// What is there, a line each: RDMA ports with their address and whether they are usable, GPUs with their nearest NIC.
std::string machine_text(const facts::Machine& machine, const Style& style);

}  // namespace railhead::report
