#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "finding/declared/containers.h"
#include "nri/policy/annotations.h"

/// What annotations of a pod ask a plugin of the node for. Only the node's administrator knows what the plugin's policy gives.
namespace railhead::check {

/// The keys of `railhead nri` begin with it.
constexpr std::string_view kMemlockPrefix = "memlock.railhead.dev/";

/// One of the annotations that `railhead nri` or the ulimit-adjuster reads, or a key below kMemlockPrefix that is none.
bool asks_plugins(const facts::Annotation& annotation);

/// A memlock limit that is asked for. `amount`: the hard one, "64 GiB", "unlimited", "node-memory*0.9".
struct MemlockAsked {
  const facts::Annotation& annotation;
  std::string amount;
};

/// That of the annotation that counts for the container; nothing where none does, or it cannot be read, or it asks for other
/// limits.
std::optional<MemlockAsked> memlock_asked(const Declared& one);

/// "memlock.railhead.dev/pod: unlimited" with its place; a long value is shortened.
Evidence shown(const facts::Annotation& annotation);

}  // namespace railhead::check
