#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "nri/policy/decision.h"
#include "nri/policy/subject.h"

/// One connection to a runtime, as a state machine over bytes: it has no socket and no clock, so that tests and fuzzers can be
/// the runtime.
namespace railhead::nri {

/// The annotation that a container carries once the plugin has decided on it, with the rule's name or "none" as its value: what
/// Synchronize shows without it was made while the plugin was away.
constexpr std::string_view kMark = "memlock.railhead.dev/decided";

struct RuntimeInfo {
  std::string name = {};                           // "containerd"
  std::string version = {};                        // "v2.1.9"
  std::chrono::milliseconds request_timeout = {};  // 0: it did not say
};

/// What the session calls. None may throw. The texts of a subject are any bytes, as the runtime has them from others.
class Events {
 public:
  virtual ~Events() = default;
  virtual void configured(const RuntimeInfo& runtime) = 0;
  /// A container that was there before the plugin; `decided`: it carries the mark. The runtime tells its pod apart from it:
  /// where that was not kept (wire/present/pods.h), the subject has the pod's name, namespace and id alone.
  virtual void present(const Subject& subject, bool decided) = 0;
  /// All of those were told; from here on creations come.
  virtual void ready() = 0;
  /// A container is about to be made. With `rejected` the runtime is told so, with everything else the limits are set and,
  /// where `mark` says so, the container is marked; in audit mode the caller hands back one that is `kept`, with neither.
  virtual Decision create(const Subject& subject) = 0;
  /// The runtime says that it goes.
  virtual void shut_down() = 0;
};

class Session {
 public:
  /// `name` and `index` ("10") are those that the runtime orders plugins by.
  Session(std::string name, std::string index, Events& events);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Puts the registration into `pending`.
  void start();
  /// Bytes that the runtime sent. An error ends the session: the peer does not speak the protocol, broke a limit, or refused
  /// the plugin; its message says which, in one sentence for the log.
  base::Result<void> take(std::string_view bytes);
  /// Bytes for the runtime; `wrote` takes away those that went out. More than 8 MiB of them is an error of `take`: the peer
  /// does not read.
  std::string_view pending() const;
  void wrote(std::size_t bytes);
  /// Registered, configured and synchronised. Who runs the session gives up on one that is not ready after a while.
  bool is_ready() const;
  /// What it waits for before it is ready: "an answer to RegisterPlugin", "Configure", "Synchronize".
  std::string_view waits_for() const;
  /// A frame, message or reply is half there: who runs the session gives up where it stays so.
  bool is_in_the_middle() const;
  /// The runtime closed the connection: what that means at this point, and what to do.
  base::Error closed() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace railhead::nri
