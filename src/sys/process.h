#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

/// Other programs, run by their argv: no shell, a time limit each, and what they write is never kept without bound.
namespace railhead::sys {

/// A program and its arguments; it is looked for in PATH where its name has no '/'.
struct Command {
  std::vector<std::string> words;
  std::string input = {};       // what it reads from stdin; empty: nothing
  std::string input_file = {};  // a file that it reads from stdin instead
  std::chrono::milliseconds limit = std::chrono::seconds(30);
};

/// How a program ended. `code` is its exit status, 128 and the signal's number where a signal ended it. At most one of the
/// two: it ran past its limit; what read its output had enough.
struct Ending {
  int code = 0;
  bool timed_out = false;
  bool enough = false;
  std::string said = {};  // on stderr: the first and the last of it, at most 64 KiB
};

/// One program to run. `out` is called with what it writes to stdout, as it comes; false: that is enough, and it is ended.
/// `ended` is called once, with an error where it could not be started; it may add further runs.
struct Run {
  Command command;
  std::function<bool(std::string_view)> out;
  std::function<void(base::Result<Ending>)> ended;
};

/// Runs programs beside each other, at most `at_once`, in the order in which they were added. Everything happens in `wait`, in
/// the caller's thread. Programs that still run are ended with it.
class Processes {
 public:
  explicit Processes(std::size_t at_once);
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;
  ~Processes();

  void add(Run run);

  /// Until all have ended, or `wanted` (asked at least every tenth of a second) says no: false then, and they run on.
  bool wait(const std::function<bool()>& wanted = [] { return true; });

  std::size_t running() const;

 private:
  class Running;
  void start_waiting();
  void poll_once();
  void end_finished();

  std::size_t at_once_;
  std::vector<Run> waiting_;
  std::size_t next_ = 0;  // of waiting_
  std::vector<std::unique_ptr<Running>> running_;
};

/// What one program wrote to stdout, and how it ended.
struct Output {
  Ending ending;
  std::string text = {};
};

/// Runs one program to its end. Not more than `most` bytes of stdout are kept: the ending says `enough` then.
base::Result<Output> run(Command command, std::size_t most = std::size_t{64} << 20U);

}  // namespace railhead::sys
