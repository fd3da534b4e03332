#pragma once

#include <string>
#include <string_view>

namespace railhead::nccl {

/// Whether the value of NCCL_IB_HCA lets NCCL use a port. "^" in front excludes, "=" makes names exact instead of prefixes; an
/// entry is NAME[:PORT[:RAIL[:PLANE]]], and without PORT every port is meant. An empty list names everything. Source: NCCL,
/// matchIfList() and parseStringList() in src/misc/utils.cc, ncclIbInitDevices() in src/transport/net_ib/init.cc.
bool lets_use(std::string_view list, const std::string& device, unsigned port);

}  // namespace railhead::nccl
