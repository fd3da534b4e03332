#pragma once

#include <string_view>
#include <vector>

#include "facts/log/run.h"

namespace railhead::text {

/// The HCAs of "NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/RoCE [RO]; OOB eth0:10.0.0.1<0>", also of merged ones ("[0]={[0]
/// mlx5_2:1/RoCE, [1] mlx5_3:1/RoCE}") and with what a plugin adds ("/SHARP"). `list` is what follows "Using"; at most 1,024
/// are taken.
std::vector<facts::LogHca> parse_hcas(std::string_view list);

}  // namespace railhead::text
