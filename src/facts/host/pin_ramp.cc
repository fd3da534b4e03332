#include "facts/host/pin_ramp.h"

#include <algorithm>

namespace railhead::facts {

base::Bytes pin_bound(const Memory& memory, base::Bytes most, base::Bytes page) {
  const base::Bytes available = memory.available.value_or(base::mebibytes(256));
  std::uint64_t bound = std::min(most.value, available.value / 4);
  if (memory.cgroup && memory.cgroup->limit) {
    const std::uint64_t limit = memory.cgroup->limit->value;
    bound = std::min(bound, (limit - std::min(limit, memory.cgroup->used.value)) / 4);
  }
  return {bound - bound % page.value};
}

RampResult ramp(std::uint64_t bound, std::uint64_t page, const PinAttempt& attempt) {
  RampResult result;
  std::uint64_t failed = 0;
  for (std::uint64_t size = std::min(base::mebibytes(1).value, bound); result.largest < bound;
       size = std::min(2 * size, bound)) {
    result.stopped_by = attempt(size);
    if (result.stopped_by != 0) {
      failed = size;
      break;
    }
    result.largest = size;
  }
  while (result.stopped_by != 0 && failed - result.largest > page) {
    const std::uint64_t middle = result.largest + (failed - result.largest) / 2 / page * page;
    const int problem = attempt(middle);
    if (problem == 0) {
      result.largest = middle;
    } else {
      failed = middle;
      result.stopped_by = problem;
    }
  }
  return result;
}

}  // namespace railhead::facts
