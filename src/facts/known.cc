#include "facts/known.h"

namespace railhead::facts {
namespace {

const char* phrase(Why why) {
  switch (why) {
    case Why::not_found: return "not there";
    case Why::denied: return "not readable";
    case Why::malformed: return "not understood";
    case Why::unavailable: return "not available";
    case Why::not_asked: return "not asked";
  }
  return "not asked";
}

}  // namespace

const char* name(Why why) {
  switch (why) {
    case Why::not_found: return "not_found";
    case Why::denied: return "denied";
    case Why::malformed: return "malformed";
    case Why::unavailable: return "unavailable";
    case Why::not_asked: return "not_asked";
  }
  return "not_asked";
}

std::string described(const Missing& missing) {
  std::string text = phrase(missing.why);
  if (!missing.detail.empty()) text += " (" + missing.detail + ")";
  return text;
}

}  // namespace railhead::facts
