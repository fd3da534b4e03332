#pragma once

#include <optional>
#include <string>

#include "base/units.h"
#include "facts/known.h"

/// What registering and locking memory for real came to (--probe=full).
namespace railhead::facts {

/// The largest single region that worked, to the page; `all` when everything up to `bound` did.
struct PinRamp {
  base::Bytes largest;
  base::Bytes bound;
  bool all = false;
  std::string stopped_by;  // errno symbol of the first size that failed; empty when all
};

struct Pinning {
  Known<PinRamp> registered;  // ibv_reg_mr, on `device`
  Known<PinRamp> locked;      // mlock
  std::string device;
};

}  // namespace railhead::facts
