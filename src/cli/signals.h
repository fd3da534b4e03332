#pragma once

#include <csignal>

namespace railhead::cli {

/// While one of these lives, the first SIGINT or SIGTERM is noted and ends nothing by itself, so that a command can stop where
/// everything is whole; a second one ends the program. System calls that wait are interrupted.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// Whether one came since the last of these was made.
  static bool came();

 private:
  struct sigaction interrupt_{};
  struct sigaction terminate_{};
};

}  // namespace railhead::cli
