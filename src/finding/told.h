#pragma once

#include <optional>

#include "facts/machine.h"

/// What listings prove of a port's use. They leave out what a probe sees (whether a device opens, which interfaces are here):
/// that is taken for well, since it is the texts that are judged.
namespace railhead::check {

/// Whether a job could use the port: it is active, and not another pod's or the node's. Nothing where its state is not told.
std::optional<bool> usable_as_told(const facts::Machine& machine, const facts::Device& device, const facts::Port& port);

}  // namespace railhead::check
