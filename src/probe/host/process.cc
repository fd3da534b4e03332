#include "probe/host/process.h"

#include <cerrno>
#include <string>
#include <utility>

#include "facts/host/process_text.h"
#include "probe/host/cpu_quota.h"
#include "probe/reading.h"

namespace railhead::probe {
namespace {

constexpr const char* kStatus = "/proc/self/status";
constexpr const char* kLimits = "/proc/self/limits";

/// Every fact of status gets the reason for which there is none.
void lack_status(const facts::Missing& missing, facts::Process& process) {
  process.uid = process.gid = {missing, kStatus};
  process.groups = {missing, kStatus};
  process.capabilities = {missing, kStatus};
  process.no_new_privs = {missing, kStatus};
  process.seccomp = {missing, kStatus};
  process.cpus = {missing, kStatus};
  process.vm_pin = process.vm_lck = {missing, kStatus};
}

/// The number of the namespace decides; without it only a map that leaves out uids does, since another namespace may have the
/// map of the initial one.
facts::Known<bool> initial_user_namespace(const sys::FileTree& files) {
  const std::string link = "/proc/self/ns/user";
  const std::string map = "/proc/self/uid_map";
  const sys::Outcome<std::string> target = files.link(link);
  if (target) {
    if (const auto initial = facts::names_initial_user_namespace(*target)) return {*initial, link};
  }
  const facts::Known<bool> every = parsed<bool>(files, map, "a map of uids", facts::maps_every_uid);
  if (every.is(false)) return {false, map};
  if (!target) return {missing_of(target.error()), link};
  return {malformed("user:[NUMBER]", *target), link};
}

/// EINVAL is the kernel's answer where no security module labels processes.
facts::Known<std::string> security_label(const sys::FileTree& files) {
  const std::string path = "/proc/self/attr/current";
  const sys::Outcome<std::string> read = files.read(path);
  if (!read && read.error().value == EINVAL)
    return {{.why = facts::Why::not_found, .detail = "no security module labels processes"}, path};
  return text_of(read, path);
}

}  // namespace

facts::Process privileges(const sys::World& world) {
  facts::Process process;
  if (const auto status = world.files.read(kStatus))
    facts::read_status(*status, kStatus, process);
  else
    lack_status(missing_of(status.error()), process);
  if (const auto limits = world.files.read(kLimits))
    facts::read_limits(*limits, kLimits, process);
  else
    process.memlock = process.nofile = process.nproc = process.stack = {missing_of(limits.error()), kLimits};
  process.initial_user_namespace = initial_user_namespace(world.files);
  return process;
}

facts::Process process(const sys::World& world) {
  facts::Process process = privileges(world);
  process.cpu_quota = cpu_quota(world.files);
  process.security_label = security_label(world.files);
  return process;
}

}  // namespace railhead::probe
