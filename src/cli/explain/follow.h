#pragma once

#include <functional>
#include <string>

#include "base/error.h"
#include "text/case.h"

namespace railhead::cli {

/// Is given what was read so far, when there is more than the last time.
using Look = std::function<base::Result<void>(const text::Case& read)>;

/// Reads a file while it grows, or stdin for "-", and gives all that was read once it is over: at the end of a pipe, or after
/// SIGINT or SIGTERM. A file that is cut back is read again from its start, one that is replaced (logrotate) is opened anew.
/// `look` is called when nothing comes for a moment, and between at intervals that grow with what looking takes.
base::Result<text::Case> follow(const std::string& file, const Look& look);

}  // namespace railhead::cli
