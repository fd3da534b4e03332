#pragma once

#include <string>
#include <string_view>

#include "nri/plugin/instant.h"
#include "nri/plugin/waits.h"
#include "sys/descriptor.h"
#include "sys/self/environ.h"

namespace railhead::nri {

/// Tells systemd how the service is (sd_notify(3), Type=notify-reload), and that it lives (WatchdogSec=). Without
/// $NOTIFY_SOCKET it does nothing. By hand, since the protocol is one datagram and libsystemd would be a library that images do
/// not have.
class Notifier {
 public:
  explicit Notifier(const sys::Environ& environ);

  /// READY=1, once; `status` is what `systemctl status` shows.
  void ready(std::string_view status);
  /// STATUS= where it differs from the last one.
  void status(std::string_view text);
  /// RELOADING=1; `reloaded` ends it. Before READY=1 neither is said.
  void reloading();
  void reloaded();
  void stopping();

  void want(Waits& waits) const;
  /// WATCHDOG=1, twice in the time that systemd allows.
  void move(Instant now);

 private:
  void send(const std::string& text) const;

  std::string address_ = {};
  sys::Descriptor socket_{};
  bool is_ready_ = false;
  std::string status_ = {};
  Clock::duration ping_ = {};  // zero: nobody waits for pings
  Instant next_ping_ = {};
};

}  // namespace railhead::nri
