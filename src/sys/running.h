#pragma once

#include <poll.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "sys/descriptor.h"
#include "sys/process.h"

namespace railhead::sys {

/// The beginning and the end of a text of any length, 32 KiB of each.
class Ends {
 public:
  void add(std::string_view text);
  std::string all();

 private:
  std::string first_;
  std::string last_;
  bool cut_ = false;
};

/// One program that runs. It is ended with this, and with it what it started.
class Processes::Running {
 public:
  explicit Running(Run run);
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running();

  base::Result<void> start();

  /// What of it is to be waited for.
  void wanted(std::vector<pollfd>& polled) const;
  bool is_silent() const { return !out_.open() && !err_.open(); }
  std::chrono::milliseconds left() const;

  /// Reads and writes what is possible without waiting.
  void move_on();
  /// True once, after it ended and all that it wrote was read.
  bool has_ended();
  void tell() { run_.ended(std::move(ending_)); }
  void wait_longer(std::chrono::steady_clock::duration time) { deadline_ += time; }

 private:
  base::Result<void> open_input(Descriptor& read, Descriptor& write);
  void kill_group() const;
  void stop(bool& why);
  void feed();
  template <class Take>
  void drain(Descriptor& from, const Take& take);

  Run run_;
  std::chrono::steady_clock::time_point deadline_;
  pid_t child_ = -1;
  Descriptor in_;
  Descriptor out_;
  Descriptor err_;
  std::size_t fed_ = 0;
  Ends said_;
  Ending ending_;
};

}  // namespace railhead::sys
