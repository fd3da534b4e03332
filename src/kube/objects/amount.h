#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace railhead::kube {

/// A quantity in the unit of its resource: thousandths of a core of cpu, else bytes or pieces. Nothing for what is none.
std::optional<std::uint64_t> amount_of(std::string_view resource, std::string_view text);

}  // namespace railhead::kube
