#pragma once

#include <string>

#include "base/error.h"
#include "report/style.h"

namespace railhead::cli {

/// Exit codes all commands share (docs/errors.md).
enum class Exit { ok = 0, findings = 1, usage = 2, undetermined = 3, timeout = 4 };

/// -o and --color of every command.
struct OutputOptions {
  bool json = false;
  std::string colour = "auto";  // auto, always, never
};

/// The style for stdout: colour on a terminal unless NO_COLOR is set, UTF-8 marks by the locale's character set.
report::Style style_of(const OutputOptions& options);

/// Fills standard streams that are closed, so that no file opened later takes their numbers; using them still fails.
void hold_standard_streams();

/// Writes a command's result to stdout. A closed or full stdout is an error, not a crash.
base::Result<void> print(const std::string& text);

/// Writes a note to stderr.
base::Result<void> print_note(const std::string& text);

/// The exit code that an error of this kind stands for.
Exit exit_of(base::Code code);

/// Says an error to the user: one JSON object on stdout under -o json, else lines on stderr; gives the exit code it stands for.
Exit report_error(const base::Error& error, const OutputOptions& options);

/// Replaces the file as a whole: a temporary file beside it, then rename(2).
base::Result<void> write_file(const std::string& path, const std::string& text);
/// The same of a file that others may not read.
base::Result<void> write_private_file(const std::string& path, const std::string& text);

/// The whole file, "-" for stdin; at most `limit` bytes.
base::Result<std::string> read_input(const std::string& path, std::size_t limit);

}  // namespace railhead::cli
