#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace railhead::text {

/// A line of NCCL's or RCCL's log, in pieces of the line itself.
struct LogLine {
  std::string_view
      prefix;  // what stands before the level, from the host's name on: the same for all lines of one thread and GPU
  std::string_view message;
  bool warning = false;
};

/// Who wrote a line.
struct Writer {
  std::string_view host;
  std::uint64_t process = 0;
  unsigned device = 0;
};

/// Nothing when the line is none of NCCL's: without "NCCL INFO", "NCCL WARN", and not in the form of NCCL 2.2
/// ("host:pid:tid [dev] INFO ..."). What a launcher put before the host's name may be there or not.
std::optional<LogLine> log_line(std::string_view line);

/// The same for the form that nearly all lines have, with "NCCL INFO" right behind the device's bracket, and fast. Nothing says
/// only that log_line() has to be asked.
std::optional<LogLine> usual_log_line(std::string_view line);

/// "node-a:919:1150 [0] ", also behind a launcher's prefix and before a file and line. Nothing when the start of the line is
/// lost.
std::optional<Writer> writer_of(std::string_view prefix);

}  // namespace railhead::text
