#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "nri/plugin/http/metrics.h"
#include "nri/plugin/link/appearance.h"
#include "nri/plugin/link/backoff.h"
#include "nri/plugin/link/reach.h"
#include "nri/plugin/log/journal.h"
#include "nri/plugin/waits.h"
#include "nri/wire/session.h"
#include "sys/descriptor.h"

namespace railhead::nri {

/// Where the runtime is, and as what the plugin is known there.
struct Contact {
  std::string socket = "/var/run/nri/nri.sock";
  std::string name = "railhead";
  std::string index = "10";  // two digits: the runtime asks plugins in this order
};

/// Keeps a session with the runtime: connects, carries its bytes, gives up on a peer that stalls, and tries again for ever.
/// Before a session was ready each kind of trouble is logged once, not at each try.
class Link {
 public:
  Link(Contact contact, Events& events, Journal& journal, Metrics& metrics)
      : contact_(std::move(contact)), events_(events), journal_(journal), metrics_(metrics), appearance_(contact_.socket) {}

  void want(Waits& waits) const;
  void move(const Waits& waits, Instant now);

  bool is_ready() const { return was_ready_ && session_; }
  /// A session was ready, or a try failed: whoever waits for the plugin's start need not wait longer.
  bool has_tried() const { return tried_; }
  /// Since when there has been no ready session.
  Instant away_since() const { return away_since_; }
  /// Why not, in one line; empty where it is ready.
  std::string why_not() const;

 private:
  void connect(Instant now);
  void receive(Instant now);
  void take(std::string_view bytes, Instant now);
  void send(Instant now);
  void watch(Instant now);
  Instant deadline() const;
  void end(const Failure& failure, Instant now);
  void say(const Failure& failure);

  Contact contact_;
  Events& events_;
  Journal& journal_;
  Metrics& metrics_;

  sys::Descriptor socket_{};
  std::unique_ptr<Session> session_ = {};
  bool was_ready_ = false;  // of this session
  Instant connected_at_ = {};
  Instant ready_at_ = {};
  Instant middle_since_ = kNever;  // a message is half there since then
  Instant stuck_since_ = kNever;   // the peer reads nothing of what waits for it

  Appearance appearance_;
  Backoff backoff_ = {};
  Instant next_try_ = {};
  bool tried_ = false;
  Instant away_since_ = Clock::now();
  std::uint32_t said_ = 0;  // a bit a Trouble
  std::string last_ = {};   // what the last failure was
};

}  // namespace railhead::nri
