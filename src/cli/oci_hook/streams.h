#pragma once

#include <chrono>
#include <string>

#include "base/error.h"

/// Files and streams of a hook, none of which may hold it up.
namespace railhead::cli {

/// All of stdin; an error of code timeout where it is not closed in time.
base::Result<std::string> read_stdin_within(std::chrono::milliseconds time, std::size_t most);

/// Appends in one write, so that lines of hooks that run at once do not mix. Makes the file, for root alone; a link is refused.
base::Result<void> append_line(const std::string& path, const std::string& line);

}  // namespace railhead::cli
