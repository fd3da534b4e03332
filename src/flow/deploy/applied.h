#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "flow/deploy/items.h"
#include "kube/client.h"
#include "kube/objects/live.h"

namespace railhead::flow {

/// left: it is there already, and stays as it is. unread: it may not be read, so that whether it is there, and whose it is, is
/// not known; it is not touched. accepted: the server would take it (--dry-run=server).
enum class Did : std::uint8_t { created, changed, unchanged, left, unread, accepted };

const char* word_of(Did did);

/// What became of one item; `note` says why it was left or not read.
struct Step {
  Item item;
  Did did = Did::created;
  std::string note = {};
};

/// How deploy goes about it. `wanted`: no, and it stops at the next moment that leaves everything whole. `told` gets what is
/// said on the way, `done` each step.
struct Manner {
  kube::Applying applying = {};
  bool adopt = false;                                             // what is somebody else's is taken over
  std::chrono::milliseconds patience = std::chrono::seconds(60);  // with a server that does not answer
  std::function<bool()> wanted = [] { return true; };
  std::function<void(const std::string&)> told = [](const std::string&) {};
  std::function<void(const Step&)> done = [](const Step&) {};
};

/// How far it came. `stopped`: why it went no further; what was applied stays.
struct Applied {
  std::vector<Step> steps;
  std::optional<base::Error> stopped = {};
  bool interrupted = false;
};

/// Applies the items one after the other.
Applied apply_all(const kube::Client& client, const std::vector<Item>& items, const Manner& manner);

}  // namespace railhead::flow
