#pragma once

#include <csignal>

#include "base/error.h"
#include "nri/plugin/waits.h"
#include "sys/descriptor.h"

namespace railhead::nri {

/// SIGHUP, SIGTERM and SIGINT as a descriptor (signalfd(2)) while it lives; SIGPIPE is ignored.
class Signals {
 public:
  static base::Result<Signals> open();
  Signals(Signals&& other) = default;
  Signals& operator=(Signals&&) = delete;
  ~Signals();

  void want(Waits& waits) const { waits.want(socket_.number(), POLLIN); }
  /// Takes what came.
  void move(const Waits& waits);

  bool stop_came() const { return stop_; }
  /// Whether a SIGHUP came since the last time it was asked.
  bool take_reload();

 private:
  explicit Signals(sys::Descriptor socket, const sigset_t& before) : socket_(std::move(socket)), before_(before) {}

  sys::Descriptor socket_;
  sigset_t before_;
  bool stop_ = false;
  bool reload_ = false;
};

}  // namespace railhead::nri
