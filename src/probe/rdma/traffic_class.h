#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "facts/rdma/device.h"
#include "sys/file/file_tree.h"

namespace railhead::probe {

/// Fills cm_roce_tos and forced_traffic_class of a port; `device` is the device's folder.
void add_traffic_class(const sys::FileTree& files, const std::string& device, facts::Port& port);

/// The number of "Global tclass=106", which may stand among lines of other rules; -1, which means that nothing is forced, and
/// any text without such a line give nothing.
std::optional<unsigned> parse_traffic_class(std::string_view text);

}  // namespace railhead::probe
