#include "base/error.h"

namespace railhead::base {

const char* name(Code code) {
  switch (code) {
    case Code::usage: return "usage";
    case Code::malformed: return "malformed";
    case Code::not_found: return "not_found";
    case Code::denied: return "denied";
    case Code::unavailable: return "unavailable";
    case Code::timeout: return "timeout";
    case Code::internal: return "internal";
  }
  return "internal";
}

}  // namespace railhead::base
