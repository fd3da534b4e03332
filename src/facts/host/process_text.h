#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "facts/host/process.h"

/// The texts of /proc/PID that describe a process. Source: proc(5), fs/proc/array.c, fs/proc/base.c, user_namespaces(7).
namespace railhead::facts {

/// Fills identity, capabilities, no_new_privs, seccomp, cpus, vm_pin and vm_lck from the text of /proc/PID/status. A line that
/// is not there makes its fact unavailable (older kernels and gVisor lack some), one that makes no sense makes it malformed.
void read_status(std::string_view text, const std::string& source, Process& process);

/// Fills memlock, nofile, nproc and stack from the text of /proc/PID/limits, in the same manner.
void read_limits(std::string_view text, const std::string& source, Process& process);

/// "user:[4026531837]", the text of the link /proc/PID/ns/user: true for the initial namespace, whose number is fixed
/// (PROC_USER_INIT_INO in linux/proc_ns.h); nothing for a text of another form.
std::optional<bool> names_initial_user_namespace(std::string_view link);

/// True when the text of /proc/PID/uid_map maps every uid to itself. The initial namespace has that map, and another may have
/// it too, so only false proves something. Nothing when the text is not a map.
std::optional<bool> maps_every_uid(std::string_view text);

}  // namespace railhead::facts
