#pragma once

#include <string>
#include <string_view>

#include "facts/archive.h"
#include "probe/level.h"
#include "sys/world.h"

namespace railhead::probe {

/// How the text of a snapshot begins: it tells one from other texts.
inline constexpr std::string_view kSnapshotStart = "A Railhead snapshot: ";

/// Everything machine() reads of `world`, as an archive: `railhead` (the text `about`), `environ`, `facts.json`, `root/...`.
/// Secrets are removed: of the environment only variables that matter to RDMA jobs are kept, and of those, and of the kernel
/// command line and mount options, no value whose name looks like a password, token or key.
/// `with_ranks`: also what pinning_processes() and traffic() read, the latter first.
facts::Archive snapshot(const sys::World& world, Level level, const std::string& about, bool with_ranks = false);

/// What traffic() reads, alone: a second reading of a machine, which takes a few milliseconds.
facts::Archive traffic_snapshot(const sys::World& world, const std::string& about);

/// The variables a snapshot keeps, as "NAME=VALUE" lines.
std::string kept_environ(const sys::Environ& environ);

}  // namespace railhead::probe
