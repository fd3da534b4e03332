#include "nri/plugin/log/journal.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace railhead::nri {
namespace {

constexpr std::size_t kMostWaiting = 65536;
// A pipe that poll(2) calls writable takes this much without blocking (one page of its buffer), a socket far more. The
// descriptor itself must not be made non-blocking: it is shared with whoever started us.
constexpr std::size_t kPiece = 4096;

bool is_writable(int descriptor, int milliseconds) {
  pollfd polled{.fd = descriptor, .events = POLLOUT, .revents = 0};
  return ::poll(&polled, 1, milliseconds) > 0;
}

}  // namespace

void Journal::add(const Line& line) {
  const std::string text = line.whole();
  if (waiting_.size() + text.size() > kMostWaiting) flush();
  if (waiting_.size() + text.size() > kMostWaiting) {
    ++dropped_;
    return;
  }
  waiting_ += text;
}

void Journal::flush() {
  std::size_t written = 0;
  while (written < waiting_.size() && is_writable(descriptor_, 0)) {
    const std::size_t piece = std::min(waiting_.size() - written, kPiece);
    const ssize_t count = ::write(descriptor_, waiting_.data() + written, piece);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) break;
    if (count <= 0) {  // nobody is there to read it, now or later
      dropped_ +=
          static_cast<std::uint64_t>(std::count(waiting_.begin() + static_cast<std::ptrdiff_t>(written), waiting_.end(), '\n'));
      written = waiting_.size();
    } else {
      written += static_cast<std::size_t>(count);
    }
  }
  waiting_.erase(0, written);
}

void Journal::drain(std::chrono::milliseconds most) {
  const Instant until = Clock::now() + most;
  for (flush(); !waiting_.empty() && Clock::now() < until; flush()) static_cast<void>(is_writable(descriptor_, 10));
}

void Journal::want(Waits& waits) const {
  if (!waiting_.empty()) waits.want(descriptor_, POLLOUT);
}

}  // namespace railhead::nri
