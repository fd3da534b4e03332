#pragma once

#include <span>
#include <string>

#include "text/block.h"

namespace railhead::text::setting {

/// `lines` of the block as those of the nccl.conf at `path`, read as NCCL does: quotes and blanks are part of a value.
void read_conf_lines(const Block& block, std::span<const Line> lines, const std::string& path, facts::Machine& machine);

}  // namespace railhead::text::setting
