#include "nri/plugin/notify.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <ctime>

#include "base/format.h"
#include "base/text.h"

namespace railhead::nri {
namespace {

/// Half of WATCHDOG_USEC, if it is meant for this process (WATCHDOG_PID).
Clock::duration ping_of(const sys::Environ& environ) {
  const auto pid = sys::value_of(environ, "WATCHDOG_PID");
  if (pid && *pid != std::to_string(::getpid())) return {};
  const auto micros = base::unsigned_number(sys::value_of(environ, "WATCHDOG_USEC").value_or(""));
  if (!micros || *micros == 0 || *micros > std::uint64_t{1} << 50U) return {};
  return std::chrono::microseconds(*micros / 2 + 1);
}

/// CLOCK_MONOTONIC, by which systemd tells an answer to its own reload from an older one.
std::uint64_t monotonic_micros() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000 + static_cast<std::uint64_t>(now.tv_nsec) / 1'000;
}

}  // namespace

Notifier::Notifier(const sys::Environ& environ) : address_(sys::value_of(environ, "NOTIFY_SOCKET").value_or("")) {
  const bool sound =
      address_.size() > 1 && address_.size() < sizeof sockaddr_un{}.sun_path && (address_[0] == '/' || address_[0] == '@');
  if (!sound) return;
  socket_ = sys::Descriptor(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  ping_ = ping_of(environ);
}

void Notifier::send(const std::string& text) const {
  if (!socket_.open()) return;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, address_.data(), address_.size());
  if (address_[0] == '@') address.sun_path[0] = '\0';  // an abstract name
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + address_.size());
  ::sendto(socket_.number(), text.data(), text.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&address), length);
}

void Notifier::ready(std::string_view text) {
  if (is_ready_) return status(text);
  is_ready_ = true;
  status_ = text;
  send(base::format("READY=1\nSTATUS={}", base::one_line(status_)));
}

void Notifier::status(std::string_view text) {
  if (text == status_) return;
  status_ = text;
  send(base::format("STATUS={}", base::one_line(status_)));
}

void Notifier::reloading() {
  if (is_ready_) send(base::format("RELOADING=1\nMONOTONIC_USEC={}", monotonic_micros()));
}

void Notifier::reloaded() {
  if (is_ready_) send("READY=1");
}

void Notifier::stopping() { send("STOPPING=1"); }

void Notifier::want(Waits& waits) const {
  if (ping_ != Clock::duration::zero()) waits.wake_at(next_ping_);
}

void Notifier::move(Instant now) {
  if (ping_ == Clock::duration::zero() || now < next_ping_) return;
  send("WATCHDOG=1");
  next_ping_ = now + ping_;
}

}  // namespace railhead::nri
