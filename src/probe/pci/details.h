#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "facts/pci/function.h"
#include "probe/open_folder.h"
#include "sys/file/file_tree.h"

namespace railhead::probe {

/// Whether it is a virtual function, and of which; how many it has itself.
void add_sriov(const OpenFolder& folder, const sys::FileTree& files, facts::PciFunction& function);

/// Fills in what is read only of functions that matter; `path` is the function's folder.
void add_details(const sys::FileTree& files, const std::string& path, facts::PciFunction& function);

/// "8.0 GT/s PCIe" or "8 GT/s" as 80, "Unknown" (also "Unknown speed") as 0.
std::optional<unsigned> parse_link_speed(std::string_view text);

/// Lanes; 0 and 255, by which the kernel says that it does not know, as 0.
std::optional<unsigned> parse_link_width(std::string_view text);

}  // namespace railhead::probe
