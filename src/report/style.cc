#include "report/style.h"

namespace railhead::report {
namespace {

/// SGR parameters of ECMA-48.
const char* code(Tone tone) {
  switch (tone) {
    case Tone::plain: return "0";
    case Tone::good: return "32";
    case Tone::attention: return "33";
    case Tone::bad: return "31";
    case Tone::faint: return "2";
    case Tone::strong: return "1";
  }
  return "0";
}

}  // namespace

std::string toned(const Style& style, Tone tone, std::string_view text) {
  if (!style.colour || tone == Tone::plain) return std::string(text);
  return std::string("\x1b[") + code(tone) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace railhead::report
