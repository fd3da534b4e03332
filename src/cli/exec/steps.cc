#include "cli/exec/steps.h"

#include "base/format.h"
#include "base/text.h"
#include "memlock/after_exec.h"
#include "probe/host/process.h"
#include "sys/self/privilege.h"

namespace railhead::cli {
namespace {

using facts::Capability;

std::uint64_t bit(Capability capability) { return std::uint64_t{1} << static_cast<unsigned>(capability); }

base::Error failed(const std::string& what, sys::Errno error) {
  return {.code = base::Code::denied,
          .message = base::format("{} failed", what),
          .cause = sys::symbol(error),
          .suggestion =
              "Nothing was started. 'railhead exec --print -- ...' shows the steps; --memlock keep leaves the limit alone."};
}

base::Result<void> said(const std::string& what, const sys::Outcome<bool>& outcome) {
  if (outcome) return {};
  return std::unexpected(failed(what, outcome.error()));
}

/// Makes permitted capabilities effective: those of a file with +p are not, until asked for.
base::Result<void> make_effective(std::uint64_t wanted) {
  sys::Outcome<sys::OwnCapabilities> own = sys::own_capabilities();
  if (!own) return std::unexpected(failed("capget", own.error()));
  if ((own->effective & wanted) == wanted) return {};
  own->effective |= wanted & own->permitted;
  return said("capset", sys::set_own_capabilities(*own));
}

base::Result<void> raise_limit(const launch::Steps& steps) {
  if (!steps.limit) return {};
  if (steps.use_sys_resource)
    if (auto done = make_effective(bit(Capability::sys_resource)); !done) return done;
  return said("setrlimit of RLIMIT_MEMLOCK", sys::set_memlock_limit({steps.limit->soft, steps.limit->hard}));
}

base::Result<void> drop_from_bounding(const launch::Steps& steps) {
  if (!steps.drop_from_bounding) return {};
  if (auto done = make_effective(bit(Capability::setpcap)); !done) return done;
  return said("dropping CAP_SYS_RESOURCE from the bounding set",
              sys::drop_from_bounding_set(static_cast<unsigned>(Capability::sys_resource)));
}

base::Result<void> change_user(const launch::Steps& steps) {
  if (!steps.user) return {};
  if (auto done = make_effective(bit(Capability::setuid) | bit(Capability::setgid)); !done) return done;
  const launch::Identity& user = *steps.user;
  auto done = said(base::format("becoming uid {}, gid {}", user.uid, user.gid),
                   sys::become(user.uid, user.gid, user.groups, steps.ambient_ipc_lock));
  if (done) sys::allow_reading_self();
  return done;
}

/// The three sets as they have to be at execve: after a change of user to one that is not root nothing but what was asked for.
base::Result<void> set_capabilities(const launch::Steps& steps) {
  const bool left_root = steps.user && steps.user->uid != 0;
  if (!left_root && !steps.drop_sys_resource && !steps.ambient_ipc_lock) return {};
  sys::Outcome<sys::OwnCapabilities> own = sys::own_capabilities();
  if (!own) return std::unexpected(failed("capget", own.error()));
  const std::uint64_t kept = left_root ? 0 : ~(steps.drop_sys_resource ? bit(Capability::sys_resource) : 0);
  const std::uint64_t added = steps.ambient_ipc_lock ? bit(Capability::ipc_lock) : 0;
  const sys::OwnCapabilities wanted{(own->effective & kept) | added, (own->permitted & kept) | added,
                                    (own->inheritable & kept) | added};
  if (wanted != *own)
    if (auto done = said("capset", sys::set_own_capabilities(wanted)); !done) return done;
  if (!steps.ambient_ipc_lock) return {};
  return said("making CAP_IPC_LOCK ambient", sys::raise_ambient(static_cast<unsigned>(Capability::ipc_lock)));
}

base::Error broken(const std::string& what) {
  return {.code = base::Code::internal,
          .message = "the program would not be what was promised: " + what,
          .cause = "a system call said that it was done, and /proc/self/status says that it was not",
          .suggestion = "Nothing was started. A seccomp filter that pretends can do this."};
}

std::string hexadecimal(std::uint64_t set) { return base::format("{:016x}", set); }

/// More than promised is as wrong as less.
base::Result<void> check_capabilities(const facts::CapabilitySets& promised, const facts::CapabilitySets& found) {
  const auto differ = [](const char* name, std::uint64_t wanted, std::uint64_t got) -> base::Result<void> {
    if (wanted == got) return {};
    return std::unexpected(
        broken(base::format("{} capabilities {} instead of {}", name, hexadecimal(got), hexadecimal(wanted))));
  };
  if (auto same = differ("permitted", promised.permitted, found.permitted); !same) return same;
  if (auto same = differ("effective", promised.effective, found.effective); !same) return same;
  if (auto same = differ("inheritable", promised.inheritable, found.inheritable); !same) return same;
  if (auto same = differ("ambient", promised.ambient, found.ambient); !same) return same;
  return differ("bounding", promised.bounding, found.bounding);
}

base::Result<void> check_identity(const facts::Process& promised, const facts::Process& found) {
  if (promised.uid && !found.uid.is(*promised.uid)) return std::unexpected(broken("the uid"));
  if (promised.gid && !found.gid.is(*promised.gid)) return std::unexpected(broken("the gid"));
  if (promised.groups && !found.groups.is(*promised.groups)) return std::unexpected(broken("the supplementary groups"));
  return {};
}

base::Result<void> check_limit(const facts::Process& promised) {
  if (!promised.memlock) return {};
  const sys::Outcome<sys::MemlockLimit> limit = sys::memlock_limit();
  if (limit && *limit == sys::MemlockLimit{promised.memlock->soft, promised.memlock->hard}) return {};
  return std::unexpected(broken("the memlock limit"));
}

}  // namespace

base::Result<void> take(const launch::Ladder& ladder, const sys::World& world) {
  const launch::Steps& steps = ladder.steps;
  if (steps.none()) return {};
  if (auto done = raise_limit(steps); !done) return done;
  if (auto done = drop_from_bounding(steps); !done) return done;
  if (auto done = change_user(steps); !done) return done;
  if (auto done = set_capabilities(steps); !done) return done;
  const facts::Process found = memlock::after_exec(probe::privileges(world));
  if (!found.capabilities || !ladder.program.capabilities) return std::unexpected(broken("its capabilities cannot be read"));
  if (auto good = check_capabilities(*ladder.program.capabilities, *found.capabilities); !good) return good;
  if (auto good = check_identity(ladder.program, found); !good) return good;
  return check_limit(ladder.program);
}

}  // namespace railhead::cli
