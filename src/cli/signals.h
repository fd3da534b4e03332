#pragma once

#include <csignal>

namespace railhead::cli {

/// Until the end of this, the first SIGINT or SIGTERM ends what is going on and not the program: stopped() is true then. A
/// second one ends the program.
class Signals {
 public:
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

 private:
  struct sigaction interrupt_{};
  struct sigaction terminate_{};
};

/// One of the signals came since Signals was made.
bool stopped();

}  // namespace railhead::cli
