#pragma once

#include <string>

#include "base/error.h"
#include "text/case.h"

namespace railhead::cli {

/// Streams a file, or stdin for "-", into the case: logs have any size. Packed files are unpacked on the way. What of a damaged
/// one cannot be read is told by the case.
base::Result<void> read_into(text::CaseReader& reader, const std::string& file);

/// That a file cannot be read: `error` is an errno.
base::Error unreadable(const std::string& file, int error);

}  // namespace railhead::cli
