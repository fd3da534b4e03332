#pragma once

#include <cstdint>
#include <functional>

#include "facts/host/memory.h"
#include "facts/host/pinning.h"

/// How far pinning is tried, and how the boundary is found.
namespace railhead::facts {

/// The most that is pinned: `most`, never more than a quarter of the memory that is available and of what the control group
/// leaves, in whole pages. 64 MiB at most where what is available is not known.
base::Bytes pin_bound(const Memory& memory, base::Bytes most, base::Bytes page);

/// One attempt as a ramp sees it: 0 for success, else an errno.
using PinAttempt = std::function<int(std::uint64_t size)>;

/// What a ramp came to; `stopped_by` is the errno at the first size beyond `largest`, 0 when `bound` was reached.
struct RampResult {
  std::uint64_t largest = 0;
  int stopped_by = 0;
};

/// Doubles from 1 MiB up to `bound`, then halves the gap between the largest success and the smallest failure down to a page:
/// at most about 60 attempts. `bound` and `page` in bytes, `bound` a multiple of `page`.
RampResult ramp(std::uint64_t bound, std::uint64_t page, const PinAttempt& attempt);

}  // namespace railhead::facts
