#pragma once

#include <string>
#include <vector>

#include "check/run.h"
#include "report/style.h"

namespace railhead::report {

/// A finding for people: its mark, subject and message in a line, with `ids` at its end, below that the evidence and for a
/// violated one cause, fix and where to read more. One that is ok is a line.
std::string finding_text(const check::Result& result, const std::string& ids, const Style& style);

/// "1 error, 2 warnings, 3 ok": how many there are of each kind, with a final newline.
std::string summary_text(const std::vector<check::Result>& results);

}  // namespace railhead::report
