#pragma once

#include <string>
#include <string_view>

namespace railhead::report {

/// How text output may look: colour only where it is wanted, the marks of UTF-8 only where the terminal has it.
struct Style {
  bool colour = false;
  bool utf8 = false;
};

enum class Tone { plain, good, attention, bad, faint, strong };

/// `text` in the tone's colour, or as it is.
std::string toned(const Style& style, Tone tone, std::string_view text);

}  // namespace railhead::report
