#include "nri/plugin/waits.h"

#include <algorithm>

namespace railhead::nri {
namespace {

/// For poll(2), rounded up: a turn that comes a little early would find nothing to do and spin.
int milliseconds_until(Instant until) {
  if (until == kNever) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, 60'000));
}

}  // namespace

void Waits::want(int descriptor, short events) {
  if (descriptor < 0 || count_ == polled_.size()) return;
  polled_[count_++] = {.fd = descriptor, .events = events, .revents = 0};
}

void Waits::wake_at(Instant when) { until_ = std::min(until_, when); }

void Waits::wait() {
  if (::poll(polled_.data(), count_, milliseconds_until(until_)) >= 0) return;
  for (pollfd& one : polled_) one.revents = 0;
}

short Waits::came(int descriptor) const {
  short events = 0;
  for (std::size_t i = 0; i < count_; ++i)
    if (polled_[i].fd == descriptor) events = static_cast<short>(events | polled_[i].revents);
  return events;
}

}  // namespace railhead::nri
