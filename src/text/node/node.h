#pragma once

#include <vector>

#include "text/block.h"

/// Texts of a node's own tools and logs, read into facts of its kernel, its PCI functions and its devices.
namespace railhead::text {

const std::vector<Kind>& node_texts();

}  // namespace railhead::text
