#pragma once

#include <poll.h>

#include <array>
#include <cstddef>

#include "nri/plugin/instant.h"

namespace railhead::nri {

/// What one turn of the loop waits for: descriptors and a time. Each part says what it wants, and looks afterwards for what
/// came.
class Waits {
 public:
  /// The most descriptors of one turn: signals, runtime, log, listener and eight HTTP clients, and some to spare.
  static constexpr std::size_t kMost = 16;

  /// `events` as of poll(2).
  void want(int descriptor, short events);
  /// The loop turns at this time at the latest.
  void wake_at(Instant when);
  /// poll(2), until one of them comes; a signal that is not waited for ends it early too.
  void wait();
  /// What came for the descriptor: 0 where nothing did or nobody wanted it.
  short came(int descriptor) const;

 private:
  std::array<pollfd, kMost> polled_{};
  std::size_t count_ = 0;
  Instant until_ = kNever;
};

}  // namespace railhead::nri
