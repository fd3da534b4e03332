#include "nri/plugin/link/backoff.h"

#include <algorithm>

namespace railhead::nri {

std::chrono::milliseconds Backoff::next(std::uint64_t chance) {
  const auto eighth = step_.count() / 8;
  const auto shift = static_cast<std::int64_t>(chance % static_cast<std::uint64_t>(2 * eighth + 1)) - eighth;
  const std::chrono::milliseconds wait(step_.count() + shift);
  step_ = std::min(2 * step_, kLast);
  return wait;
}

}  // namespace railhead::nri
