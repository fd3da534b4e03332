#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/units.h"
#include "facts/rdma/device.h"

/// Texts of /sys/class/infiniband, without their newline, as drivers/infiniband/core/sysfs.c writes them.
namespace railhead::probe {

/// "4: ACTIVE"; only the number counts.
std::optional<facts::PortState> parse_port_state(std::string_view text);

/// "5: LinkUp" gives "LinkUp".
std::optional<std::string> parse_physical_state(std::string_view text);

/// "200 Gb/sec (4X HDR)", "2.5 Gb/sec (1X SDR)": at most one decimal.
std::optional<base::BitsPerSecond> parse_rate(std::string_view text);

/// "InfiniBand", "Ethernet"; any other word is `other` (the kernel says "Unknown", of EFA for example).
std::optional<facts::LinkLayer> parse_link_layer(std::string_view text);

/// "0200:00ff:fe00:0001" as a number, the first group its highest bits.
std::optional<std::uint64_t> parse_guid(std::string_view text);

/// "RoCE v2", or "IB/RoCE v1", which the port's link layer tells apart.
std::optional<facts::GidType> parse_gid_type(std::string_view text, bool ethernet);

}  // namespace railhead::probe
