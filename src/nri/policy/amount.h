#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "nri/policy/decision.h"
#include "nri/policy/policy.h"

/// Values of limits as people write them, and as they read them.
namespace railhead::nri {

constexpr std::string_view kMemlock = "RLIMIT_MEMLOCK";

/// "memlock" of "RLIMIT_MEMLOCK".
std::string short_type(std::string_view type);

/// What was probably meant by a text that is no amount; "" for no idea.
std::string advised_amount(std::string_view text);

/// The value on this node, of a share of its memory a multiple of 4096; nothing for a share where the memory is not known or
/// too little for one page.
std::optional<std::uint64_t> value_on(const Node& node, const Amount& amount);

/// Whether `left` is more than `right` on every node; false where that hangs on the node.
bool is_more(const Amount& left, const Amount& right);

/// "unlimited", "node-memory*0.9", "64 GiB" of memlock, "65536" of another limit.
std::string shown(std::string_view type, const Amount& amount);
/// The same of a value, and of two: "8 MiB soft and 64 GiB hard" where they differ.
std::string shown(std::string_view type, std::uint64_t value);
std::string shown(std::string_view type, const Amount& soft, const Amount& hard);
std::string shown(const Rlimit& limit);

}  // namespace railhead::nri
