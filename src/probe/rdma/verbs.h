#pragma once

#include <vector>

#include "facts/rdma/device.h"
#include "sys/kernel.h"

namespace railhead::probe {

/// What libibverbs says of `device` and its ports: listed, opened, MTUs. A failure of the whole answer is that of each fact.
void add_verbs(const sys::Outcome<std::vector<sys::VerbsDevice>>& answer, facts::Device& device);

}  // namespace railhead::probe
