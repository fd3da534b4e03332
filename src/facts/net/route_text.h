#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "facts/net/interface.h"

/// The text of the kernel's routing tables. Source: net/ipv4/fib_trie.c (fib_route_seq_show), net/ipv6/route.c
/// (rt6_info_route).
namespace railhead::facts {

/// /proc/net/route, a heading and one line a route of the main table: addresses are hexadecimal numbers of this machine's byte
/// order, which is little-endian on all that carry RDMA devices. Nothing when a line is not of this form.
std::optional<std::vector<Route>> parse_ipv4_routes(std::string_view text);

/// /proc/net/ipv6_route, no heading: addresses are 32 hexadecimal digits. Nothing when a line is not of this form.
std::optional<std::vector<Route>> parse_ipv6_routes(std::string_view text);

}  // namespace railhead::facts
