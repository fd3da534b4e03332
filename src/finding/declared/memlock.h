#pragma once

#include <optional>
#include <string>
#include <vector>

#include "finding/declared/containers.h"

/// Ways to more locked memory that a manifest shows, and what comes of them.
namespace railhead::check {

/// A command that raises the hard limit of locked memory. `ignored`: when it fails, nobody hears of it and the script goes on.
struct MemlockRaise {
  const facts::ShellCommand& command;
  bool ignored = false;
};

/// "ulimit -l unlimited" and "prlimit --memlock=unlimited". Not those that print, that raise the soft limit alone, or that are
/// the question of an if.
std::vector<MemlockRaise> memlock_raises(const facts::DeclaredContainer& container);

/// `railhead exec`, which takes what the container may have before it starts the program; nullptr where there is none.
const facts::ShellCommand* launcher_of(const facts::DeclaredContainer& container);

/// What lets SYS_RESOURCE count: it is added or the container is privileged, its user may be root, and it is in the user
/// namespace of the node.
bool may_raise_limits(const Declared& one);

/// Another way to the limit than the container's own: an annotation that a plugin of the node can read and that asks for
/// memlock, securityContext.ulimits.
std::optional<Evidence> raised_from_outside(const Declared& one);

/// The container asks for RDMA devices, or mounts them.
bool wants_rdma(const facts::DeclaredContainer& container, const facts::Cluster& cluster);

/// The command as one line, shortened.
std::string written(const facts::ShellCommand& command);

/// "line 3 of its script: ulimit -l unlimited", and where the script begins.
Evidence shown(const facts::ShellCommand& command);

}  // namespace railhead::check
