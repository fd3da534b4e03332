#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace railhead::manifest {

/// added: it is in the result now. kept: it was there, or something else that the user wants more. refused: it is missing
/// still, and the note says why and what to do.
enum class Outcome : std::uint8_t { added, kept, refused };

/// One thing that inject did to a pod template or left. `line` is that of the text before, 0 where none is meant.
struct InjectNote {
  Outcome outcome = Outcome::added;
  std::string subject = {};  // "container main", "pod"
  std::string text = {};
  std::uint32_t line = 0;
};

/// What became of one object. `left_alone` says why nothing was looked at in it; `pods`: it has some.
struct InjectReport {
  std::string object;  // "StatefulSet/train"
  std::uint32_t line = 0;
  std::vector<InjectNote> notes = {};
  std::string left_alone = {};
  bool pods = false;
};

}  // namespace railhead::manifest
