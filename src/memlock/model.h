#pragma once

#include <optional>
#include <string>

#include "base/units.h"
#include "facts/host/memory.h"
#include "facts/host/process.h"

/// How much memory this process can pin, and what would let it pin more. Pure: from facts to an answer.
namespace railhead::memlock {

// The kernel's rule (drivers/infiniband/core/umem.c, mm/mlock.c): whoever has CAP_IPC_LOCK in the *initial* user namespace is
// not limited. For everybody else the pages pinned by verbs (VmPin) and those locked by mlock (VmLck) are counted apart, and
// each count must fit the soft RLIMIT_MEMLOCK. So the number that `ulimit -l` prints is not the answer: root in a container
// with IPC_LOCK pins without limit under a limit of 8 MiB, and root of a user namespace with every capability shown pins 8 MiB.
//
// Raising has a rule of its own (kernel/sys.c): soft up to hard is free to all; the hard limit needs CAP_SYS_RESOURCE, again in
// the initial user namespace. IPC_LOCK does not allow it.

/// An amount of memory; nothing is "no limit".
struct Allowance {
  std::optional<base::Bytes> limit = {};

  bool unlimited() const { return !limit; }
  bool covers(base::Bytes need) const { return !limit || *limit >= need; }
  bool operator==(const Allowance&) const = default;
};

/// "no limit", "8 MiB", "65537 bytes".
std::string text(const Allowance& allowance);

/// What a process can make of one capability. Only `effective` counts for the kernel as things stand.
enum class Reach {
  effective,     // counts now
  inert,         // shown as effective, but this is not the initial user namespace: the kernel does not count it
  permitted,     // this process may make it effective by itself, capset(2); ambient too, and then its children have it
  bounded,       // only in the bounding set: executing a file that carries it, or any file as uid 0, would give it
  withheld,      // in the bounding set, but no_new_privs forbids gaining it
  out_of_reach,  // not even in the bounding set, or only in a user namespace of its own
  unknown
};

/// What this process can pin and why. Members that rest on facts that are missing are empty, never a guess.
struct Model {
  /// Per process, now, without any change; what is pinned already is part of it.
  std::optional<Allowance> predicted;
  /// One sentence for people; for an empty prediction what is not known.
  std::string why;
  Reach ipc_lock = Reach::unknown;
  Reach sys_resource = Reach::unknown;
  /// The limits as set, whether they count or not.
  std::optional<Allowance> soft;
  std::optional<Allowance> hard;
  std::optional<bool> can_raise_soft;  // the soft limit is below the hard one
  std::optional<bool> can_raise_hard;  // SYS_RESOURCE is effective, or permitted
  /// The most this process can come to by its own means: its permitted capabilities, then soft to hard, then beyond.
  std::optional<Allowance> attainable;
  /// What the memory control group leaves to all its processes together. Pinning more is not refused, it ends in an OOM kill.
  std::optional<Allowance> group;
};

Model model(const facts::Process& process, const facts::Memory& memory);

}  // namespace railhead::memlock
