#include "nri/plugin/signals.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace railhead::nri {

base::Result<Signals> Signals::open() {
  ::signal(SIGPIPE, SIG_IGN);
  sigset_t wanted;
  sigemptyset(&wanted);
  for (const int one : {SIGHUP, SIGTERM, SIGINT}) sigaddset(&wanted, one);
  sigset_t before;
  sigprocmask(SIG_BLOCK, &wanted, &before);
  sys::Descriptor socket(::signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!socket.open())
    return std::unexpected(base::Error{
        .code = base::Code::unavailable, .message = "cannot watch for signals (signalfd)", .cause = std::strerror(errno)});
  return Signals(std::move(socket), before);
}

Signals::~Signals() {
  if (socket_.open()) sigprocmask(SIG_SETMASK, &before_, nullptr);
}

void Signals::move(const Waits& waits) {
  if (waits.came(socket_.number()) == 0) return;
  signalfd_siginfo info{};
  while (::read(socket_.number(), &info, sizeof info) == static_cast<ssize_t>(sizeof info))
    if (info.ssi_signo == SIGHUP)
      reload_ = true;
    else
      stop_ = true;
}

bool Signals::take_reload() { return std::exchange(reload_, false); }

}  // namespace railhead::nri
