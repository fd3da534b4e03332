#include "memlock/node/config.h"

#include "base/format.h"
#include "memlock/node/crio.h"
#include "memlock/node/docker_json.h"
#include "memlock/node/systemd.h"

namespace railhead::memlock::node {
namespace {

std::string place(const Setting& setting) { return base::format("{}:{}", setting.path, setting.line); }

/// The last setting, where it can be understood; one that cannot leaves it open what the runtime does.
std::optional<Given> by_files(const std::vector<Setting>& settings) {
  if (settings.empty()) return std::nullopt;
  const Setting& last = settings.back();
  if (last.limit) return Given{.limit = last.limit, .from = place(last)};
  return Given{.limit = {}, .from = base::format("{}: {} is not understood", place(last), last.said)};
}

/// A list of CRI-O without memlock sets nothing for it.
bool sets_memlock(const Setting& setting) { return setting.limit.has_value() || setting.said.find("memlock=") == 0; }

std::optional<Given> by_runtime(Runtime runtime, const Settings& settings) {
  if (runtime == Runtime::crio && !settings.containers.empty() && !sets_memlock(settings.containers.back()))
    return std::nullopt;
  return by_files(settings.containers);
}

/// The daemon that starts containers: the shims of docker's containers are children of containerd.
const Daemon* starter(Runtime runtime, const Files& files) {
  const Daemon* found = nullptr;
  for (const Daemon& daemon : files.daemons)
    if (!found || (runtime == Runtime::docker && daemon.name == "containerd")) found = &daemon;
  return found;
}

Given by_daemon(Runtime runtime, const Files& files) {
  const Daemon* daemon = starter(runtime, files);
  if (!daemon) return {.limit = {}, .from = "no daemon runs here"};
  const std::string source = base::format("/proc/{}/limits", daemon->pid);
  if (!daemon->limit) return {.limit = {}, .from = source + " cannot be read"};
  return {.limit = daemon->limit, .from = base::format("inherited from {}, {}", daemon->name, source)};
}

Given after_restart(Runtime runtime, const Files& files, const Settings& settings) {
  // For docker the unit sets only what dockerd itself has; containers inherit from containerd.
  if (runtime != Runtime::docker)
    if (const std::optional<Given> unit = by_files(understood(settings.service))) return *unit;
  Given daemon = by_daemon(runtime, files);
  if (!daemon.limit) daemon.from = "no file sets it, and " + daemon.from + ": systemd's default applies";
  return daemon;
}

}  // namespace

base::Result<Settings> settings(Runtime runtime, const Files& files) {
  Settings result;
  result.service = unit_settings(files.unit);
  if (runtime == Runtime::crio) {
    base::Result<std::vector<Setting>> found = crio_settings(files.config);
    if (!found) return std::unexpected(found.error());
    result.containers = std::move(*found);
  }
  if (runtime != Runtime::docker) return result;
  for (const File& file : files.config) {
    base::Result<std::optional<Setting>> found = docker_setting(file);
    if (!found) return std::unexpected(found.error());
    if (*found) result.containers.push_back(std::move(**found));
  }
  return result;
}

Outlook outlook(Runtime runtime, const Files& files, const Settings& settings) {
  if (const std::optional<Given> given = by_runtime(runtime, settings)) {
    const bool running = starter(runtime, files) != nullptr;
    // Whether the daemon was started after the file was written cannot be seen: what it gives now is known for inherited limits
    // only.
    Given now{.limit = {},
              .from = running ? "depends on whether the daemon was restarted since " + given->from + " was written"
                              : "no daemon runs here"};
    return {.now = std::move(now), .next = *given};
  }
  return {.now = by_daemon(runtime, files), .next = after_restart(runtime, files, settings)};
}

}  // namespace railhead::memlock::node
