#include "facts/host/kernel.h"

namespace railhead::facts {

const char* name(IommuMode mode) {
  switch (mode) {
    case IommuMode::off: return "off";
    case IommuMode::identity: return "identity";
    case IommuMode::translated: return "translated";
    case IommuMode::unknown_type: return "unknown";
  }
  return "unknown";
}

}  // namespace railhead::facts
