#include "nri/hook/target.h"

#include <unistd.h>

#include <array>
#include <limits>

#include "base/format.h"
#include "base/text.h"

namespace railhead::nri {
namespace {

constexpr const char* kPhase =
    "Put the hook at the stage createRuntime: createContainer and startContainer run inside of the container, poststart too "
    "late "
    "('railhead oci-hook render' writes the file).";

std::string link_text(const std::string& path) {
  std::array<char, 256> text{};
  const ssize_t size = ::readlink(path.c_str(), text.data(), text.size());
  return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : std::string();
}

base::Result<void> refused(std::string message, std::string suggestion = kPhase) {
  return std::unexpected(
      base::Error{.code = base::Code::denied, .message = std::move(message), .suggestion = std::move(suggestion)});
}

}  // namespace

Sight sight_of(std::int64_t pid) {
  const std::string folder = base::format("/proc/{}", pid);
  return {.self = ::getpid(),
          .parent = ::getppid(),
          .exists = pid > 0 && ::access(folder.c_str(), F_OK) == 0,
          .own_mounts = link_text("/proc/self/ns/mnt"),
          .its_mounts = link_text(folder + "/ns/mnt")};
}

base::Result<void> check_target(const State& state, const Sight& sight) {
  // Both are said of a container whose program does not run yet.
  if (state.status != "creating" && state.status != "created")
    return refused(
        base::format("the container's status is '{}', not creating or created", base::one_line(state.status.substr(0, 40))));
  if (state.pid == 0) return refused("the container's state has no pid: a limit set now would be the hook's own");
  if (state.pid < 0 || state.pid > std::numeric_limits<pid_t>::max())
    return refused(base::format("the container's state has the pid {}, which no process has", state.pid), "");
  if (state.pid == 1) return refused("the container's state has the pid 1, which the first process of the machine has");
  if (state.pid == sight.self || state.pid == sight.parent)
    return refused(base::format("the container's state has the pid {}, which is the {}'s own", state.pid,
                                state.pid == sight.self ? "hook" : "runtime"),
                   "");
  if (!sight.exists)
    return refused(base::format("there is no process {}, which the container's state names", state.pid),
                   "The container ended, or the hook runs in another pid namespace than the runtime.");
  if (!sight.own_mounts.empty() && sight.own_mounts == sight.its_mounts)
    return refused(
        base::format("process {} has the mounts of the hook itself: it is no container's, or the hook runs inside", state.pid));
  return {};
}

}  // namespace railhead::nri
