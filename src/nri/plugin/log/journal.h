#pragma once

#include <cstdint>
#include <string>

#include "nri/plugin/instant.h"
#include "nri/plugin/log/line.h"
#include "nri/plugin/waits.h"

namespace railhead::nri {

/// The log on its way to a descriptor. Lines wait in a buffer of 64 KiB until the descriptor takes them: who reads the log
/// slowly, or not at all, holds up no container. What does not fit is dropped as whole lines and counted.
class Journal {
 public:
  /// `descriptor` stays the caller's. SIGPIPE has to be ignored.
  explicit Journal(int descriptor) : descriptor_(descriptor) {}

  void add(const Line& line);
  /// Writes what the descriptor takes without waiting.
  void flush();
  /// Until all is written, at most so long.
  void drain(std::chrono::milliseconds most);
  void want(Waits& waits) const;

  /// Lines that nobody will see.
  std::uint64_t dropped() const { return dropped_; }

 private:
  int descriptor_;
  std::string waiting_;
  std::uint64_t dropped_ = 0;
};

}  // namespace railhead::nri
