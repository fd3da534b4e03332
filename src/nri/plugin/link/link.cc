#include "nri/plugin/link/link.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/format.h"
#include "base/text.h"
#include "sys/entropy.h"

namespace railhead::nri {
namespace {

constexpr std::chrono::seconds kPatience(10);
constexpr std::chrono::seconds kSteady(1);  // a session ready for so long makes the next trouble a new one
constexpr std::size_t kPiece = 65536;
constexpr int kPiecesATurn = 16;  // then the others of the loop have theirs

Instant after(Instant since) { return since == kNever ? kNever : since + kPatience; }

Failure stalled(std::string message, std::string suggestion) {
  return {.trouble = Trouble::waits,
          .message = std::move(message),
          .cause = base::format("{} s went by", kPatience.count()),
          .suggestion = std::move(suggestion)};
}

Failure broken(const base::Error& error) {
  return {.trouble = Trouble::protocol,
          .message = error.message,
          .cause = error.cause,
          .suggestion = error.suggestion.empty() ? "Is this the socket of NRI, of containerd 1.7, CRI-O 1.26 or newer?"
                                                 : error.suggestion};
}

Failure broken(std::string_view message, int error) {
  return broken({.message = std::string(message), .cause = std::strerror(error)});
}

Failure closed(const base::Error& error) {
  return {.trouble = Trouble::closes, .message = error.message, .cause = error.cause, .suggestion = error.suggestion};
}

}  // namespace

void Link::want(Waits& waits) const {
  if (!session_) {
    appearance_.want(waits);
    return waits.wake_at(next_try_);
  }
  waits.want(socket_.number(), static_cast<short>(POLLIN | (session_->pending().empty() ? 0 : POLLOUT)));
  waits.wake_at(deadline());
}

Instant Link::deadline() const {
  const Instant unready = session_->is_ready() ? kNever : connected_at_ + kPatience;
  return std::min({unready, after(middle_since_), after(stuck_since_)});
}

void Link::move(const Waits& waits, Instant now) {
  if (!session_) {
    const bool appeared = appearance_.came();
    // The file is there a moment before the runtime listens at it.
    if (appeared) backoff_.reset();
    if (appeared || now >= next_try_) connect(now);
    return;
  }
  const short came = waits.came(socket_.number());
  if ((came & ~POLLOUT) != 0) receive(now);
  if (session_ && !session_->pending().empty()) send(now);
  if (session_) watch(now);
}

void Link::connect(Instant now) {
  appearance_.look();  // before the try, so that none falls between the two
  auto socket = reach(contact_.socket);
  if (!socket) return end(socket.error(), now);
  socket_ = *std::move(socket);
  session_ = std::make_unique<Session>(contact_.name, contact_.index, events_);
  was_ready_ = false;
  connected_at_ = now;
  middle_since_ = stuck_since_ = kNever;
  session_->start();
  send(now);
}

void Link::receive(Instant now) {
  std::array<char, kPiece> buffer;  // 64 KiB need not be cleared each time
  for (int i = 0; session_ && i < kPiecesATurn; ++i) {
    const ssize_t count = ::recv(socket_.number(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count < 0) return end(broken("the connection to the runtime broke", errno), now);
    if (count == 0) return end(closed(session_->closed()), now);
    take({buffer.data(), static_cast<std::size_t>(count)}, now);
    if (static_cast<std::size_t>(count) < buffer.size()) return;
  }
}

void Link::take(std::string_view bytes, Instant now) {
  const std::size_t waiting = session_->pending().size();
  const auto taken = session_->take(bytes);
  const bool answered = session_->pending().size() > waiting;
  send(now);  // an answer goes out before anything else is done; a refusal tells the runtime why
  if (!session_) return;
  if (!taken) return end(broken(taken.error()), now);
  if (!session_->is_in_the_middle())
    middle_since_ = kNever;
  else if (middle_since_ == kNever || answered)
    middle_since_ = now;
  if (was_ready_ || !session_->is_ready()) return;
  was_ready_ = tried_ = true;
  ready_at_ = now;
}

void Link::send(Instant now) {
  while (!session_->pending().empty()) {
    const std::string_view bytes = session_->pending();
    const ssize_t count = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0 && errno != EAGAIN && errno != EINTR && errno != EPIPE)
      return end(broken("cannot send to the runtime", errno), now);
    if (count <= 0) {  // after EPIPE there may be bytes to read still, then the end
      if (stuck_since_ == kNever) stuck_since_ = now;
      return;
    }
    session_->wrote(static_cast<std::size_t>(count));
    stuck_since_ = kNever;
  }
}

void Link::watch(Instant now) {
  if (now < deadline()) return;
  const std::string hangs = "The runtime may hang: see its own log.";
  if (now >= after(middle_since_)) return end(stalled("the runtime stopped in the middle of a message", hangs), now);
  if (now >= after(stuck_since_)) return end(stalled("the runtime does not read what it is sent", hangs), now);
  end(stalled(base::format("the runtime does not make the plugin ready: waited for {}", session_->waits_for()),
              "It asks its plugins in turn, and another one may hang: see its own log about NRI."),
      now);
}

void Link::end(const Failure& failure, Instant now) {
  const bool ready = is_ready();
  if (ready) {
    ++metrics_.disconnects;
    metrics_.connected = false;
    away_since_ = now;
    if (now - ready_at_ >= kSteady) {
      backoff_.reset();
      said_ = 0;
    }
  }
  if (ready) {
    journal_.add(Line(failure.trouble == Trouble::closes ? "info" : "warn", "disconnected")
                     .text("message", failure.message)
                     .text("cause", failure.cause)
                     .text("suggestion", failure.suggestion, 1000));
  } else {
    say(failure);
  }
  last_ = failure.cause.empty() ? failure.message : failure.message + ": " + failure.cause;
  session_.reset();
  socket_.close();
  was_ready_ = false;
  tried_ = true;
  next_try_ = now + backoff_.next(sys::random_number());
}

void Link::say(const Failure& failure) {
  const std::uint32_t bit = 1U << static_cast<unsigned>(failure.trouble);
  if ((said_ & bit) != 0) return;
  said_ |= bit;
  journal_.add(Line("warn", "unreachable")
                   .text("message", failure.message)
                   .text("cause", failure.cause)
                   .text("suggestion", failure.suggestion, 1000));
}

std::string Link::why_not() const {
  if (is_ready()) return "";
  if (session_) return base::format("connected, and waits for {}", session_->waits_for());
  return last_.empty() ? "not connected yet" : base::one_line(last_);
}

}  // namespace railhead::nri
