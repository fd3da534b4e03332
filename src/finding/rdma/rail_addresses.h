#pragma once

#include <string>
#include <vector>

#include "facts/machine.h"

namespace railhead::check {

/// A routable address of an interface under a RoCE port that a job would use.
struct RailAddress {
  const facts::Interface* interface = nullptr;
  const facts::Address* address = nullptr;
};

/// Each interface once, in order of the ports. They point into the machine.
std::vector<RailAddress> rail_addresses(const facts::Machine& machine);

/// "10.0.1.0/24"
std::string subnet_of(const facts::Address& address);

}  // namespace railhead::check
