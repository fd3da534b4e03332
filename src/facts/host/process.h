#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "facts/known.h"

/// This process: who it is, what it may, what it is limited to. Source: proc(5), /proc/self/status, limits, uid_map, ns.
namespace railhead::facts {

/// Bit numbers of linux/capability.h.
enum class Capability : unsigned {
  ipc_lock = 14,
  sys_resource = 24,
  setpcap = 8,
  sys_admin = 21,
  dac_override = 1,
  setgid = 6,
  setuid = 7,
  net_admin = 12
};

/// The five sets of capabilities(7), one bit a capability.
struct CapabilitySets {
  std::uint64_t effective = 0;
  std::uint64_t permitted = 0;
  std::uint64_t inheritable = 0;
  std::uint64_t bounding = 0;
  std::uint64_t ambient = 0;
};

constexpr bool holds(std::uint64_t set, Capability capability) { return (set >> static_cast<unsigned>(capability)) & 1U; }

/// A resource limit; nullopt is unlimited. Bytes for memlock and stack, a count for the others.
struct Limit {
  std::optional<std::uint64_t> soft;
  std::optional<std::uint64_t> hard;
};

/// CPU time per wall time that a control group may use, in thousandths of a CPU; nullopt is no quota. The smallest on the way
/// up to the root counts. Source: cpu.max of cgroup v2, cgroups(7); that of version 1 is not read.
struct CpuQuota {
  std::optional<unsigned> millicpus;
};

struct Process {
  Known<std::uint32_t> uid;  // effective
  Known<std::uint32_t> gid;  // effective
  Known<std::vector<std::uint32_t>> groups;
  Known<CapabilitySets> capabilities;
  Known<bool> no_new_privs;
  Known<unsigned> seccomp;  // 0 off, 1 strict, 2 filter
  Known<unsigned> cpus;     // that it may run on: Cpus_allowed_list, so the cpuset counts and a quota does not
  Known<bool> initial_user_namespace;
  Known<Limit> memlock;
  Known<Limit> nofile;
  Known<Limit> nproc;
  Known<Limit> stack;
  Known<base::Bytes> vm_pin;          // pinned by verbs
  Known<base::Bytes> vm_lck;          // locked by mlock
  Known<CpuQuota> cpu_quota;          // of its control group
  Known<std::string> security_label;  // /proc/self/attr/current: SELinux context or AppArmor profile
};

}  // namespace railhead::facts
