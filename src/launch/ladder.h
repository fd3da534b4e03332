#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "facts/host/memory.h"
#include "facts/host/process.h"
#include "memlock/model.h"

/// What `exec` does to a process so that the program it becomes can pin memory: facts and wishes in, steps and a promise out.
/// Pure.
namespace railhead::launch {

// The ladder, from the top; the first rung that carries is taken:
//
//   1. The program will have CAP_IPC_LOCK in the initial user namespace (uid 0 whose bounding set holds it, or an ambient one):
//      it pins without limit, whatever `ulimit -l` says. Nothing to do.
//   2. The soft limit covers what was asked, or the hard one does: soft to hard is free to all.
//   3. CAP_SYS_RESOURCE can be made effective: the hard limit is raised, and the capability dropped after use.
//   4. CAP_IPC_LOCK is permitted here, by file capabilities on this binary (+p): made ambient, the program has it.
//   5. Neither: soft to hard as far as that goes, and what is missing is said.
//
// Rung 2 stands before 3 because a limit raised with no privilege is worth the same. With --user the program is another one
// than this process: uid 0 loses its capabilities on the way, so that rung 1 holds no more and the limit has to be raised.

/// --user: numbers, and what /etc/passwd says of the name (empty where it is not asked or says nothing).
struct Identity {
  std::uint32_t uid = 0;
  std::uint32_t gid = 0;
  std::vector<std::uint32_t> groups = {};
  std::string name = {};
  std::string home = {};

  bool operator==(const Identity&) const = default;
};

/// What the command line asks for.
struct Wishes {
  bool keep_limit = false;          // --memlock keep: no rung is climbed
  memlock::Allowance memlock = {};  // what the program shall be able to pin; default: no limit
  std::optional<Identity> user = {};
  bool keep_ipc_lock = false;          // the program has CAP_IPC_LOCK even where the limit alone would do
  std::optional<bool> drop_caps = {};  // SYS_RESOURCE: true always, false never, nothing after it was used
};

/// In the order in which they are taken.
struct Steps {
  std::optional<facts::Limit> limit = {};  // RLIMIT_MEMLOCK, bytes
  bool use_sys_resource = false;           // needs CAP_SYS_RESOURCE effective
  bool drop_sys_resource = false;          // from the four sets of this process
  bool drop_from_bounding = false;         // and from the bounding set, which takes CAP_SETPCAP
  std::optional<Identity> user = {};
  bool ambient_ipc_lock = false;

  bool none() const { return !limit && !drop_sys_resource && !user && !ambient_ipc_lock; }
};

/// `program` is the process as it will be after execve, `model` what that can pin: the promise. `reached`: it covers what was
/// asked; nothing when facts are missing. `notes` are for people, one sentence each: what could not be done, and why.
struct Ladder {
  Steps steps;
  facts::Process program;
  memlock::Model model;
  std::optional<bool> reached;
  std::vector<std::string> notes = {};
};

/// Errors: `denied` where --user or --drop-caps cannot be had: this process lacks the capability for it.
base::Result<Ladder> climb(const facts::Process& process, const facts::Memory& memory, const Wishes& wishes);

/// The steps in words, one line each, for --print: "raise the memlock limit from 8 MiB to no limit (CAP_SYS_RESOURCE)".
std::vector<std::string> described(const Steps& steps, const facts::Process& process);

}  // namespace railhead::launch
