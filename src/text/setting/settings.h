#pragma once

#include <vector>

#include "text/block.h"

/// Texts about a process and the kernel below it: what it may, what it is limited to, what is set for it. A value that is not
/// in the text stays not asked, and what an earlier block told stays as it is.
namespace railhead::text {

/// The kinds whose lines say by themselves what they are.
const std::vector<Kind>& settings();

/// Kinds of which a single line is no sign, such as the "8192" that `ulimit -l` prints: for a file that holds nothing else.
const std::vector<Kind>& lone_settings();

}  // namespace railhead::text
