#include "probe/container/hints.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "facts/host/mount_info.h"
#include "probe/reading.h"

namespace railhead::probe {
namespace {

using Name = facts::Known<std::string>;

constexpr const char* kGroup = "/proc/self/cgroup";
constexpr const char* kMounts = "/proc/self/mountinfo";
constexpr const char* kContainerEnv = "/run/.containerenv";
constexpr const char* kDockerEnv = "/.dockerenv";

struct Hint {
  std::string_view text;
  const char* runtime;
};

/// What stands before the container's id in the name of its control group (systemd and cgroupfs drivers).
constexpr std::array<Hint, 5> kGroupNames = {{{"crio-", "cri-o"},
                                              {"cri-containerd-", "containerd"},
                                              {"libpod-", "podman"},
                                              {"docker-", "docker"},
                                              {"/docker/", "docker"}}};

/// CRI-O and podman keep their containers in one kind of storage.
constexpr const char* kSharedStorage = "containers-storage";

/// Where each runtime keeps the root and the generated files of a container.
constexpr std::array<Hint, 6> kFolders = {{{"/docker/containers/", "docker"},
                                           {"/docker/overlay2/", "docker"},
                                           {"io.containerd.", "containerd"},
                                           {"/containerd/", "containerd"},
                                           {"/overlay-containers/", kSharedStorage},
                                           {"/containers/storage/", kSharedStorage}}};

/// True when `text` holds `start` with a container's id, at least twelve hexadecimal digits, right behind it.
bool names_container(std::string_view text, std::string_view start) {
  constexpr std::size_t kShortId = 12;
  for (std::size_t at = text.find(start); at != std::string_view::npos; at = text.find(start, at + 1)) {
    const std::string_view id = text.substr(at + start.size(), kShortId);
    if (id.size() == kShortId && id.find_first_not_of("0123456789abcdef") == std::string_view::npos) return true;
  }
  return false;
}

std::optional<Name> by_group(const sys::FileTree& files) {
  const auto text = files.read(kGroup);
  if (!text) return std::nullopt;
  for (const Hint& hint : kGroupNames)
    if (names_container(*text, hint.text)) return Name{hint.runtime, kGroup};
  return std::nullopt;
}

/// Only mounts that a runtime makes for this container count: on a node, the mounts of all its containers are in the table.
const char* by_mounts(const sys::FileTree& files) {
  const auto text = files.read(kMounts);
  if (!text) return nullptr;
  const std::vector<facts::Mount> mounts = facts::parse_mount_info(*text);
  for (const char* point : {"/etc/hostname", "/etc/resolv.conf", "/"}) {
    const facts::Mount* mount = facts::mounted_at(mounts, point);
    if (mount == nullptr) continue;
    const std::string told = mount->root + ' ' + mount->source + ' ' + mount->options;
    for (const Hint& hint : kFolders)
      if (told.find(hint.text) != std::string::npos) return hint.runtime;
  }
  return nullptr;
}

bool has_variable(const sys::Environ& environ, std::string_view name) { return environ.contains(name); }

/// The first variable of that beginning; nothing without one.
std::optional<std::string> variable_beginning(const sys::Environ& environ, std::string_view start) {
  const auto found = environ.lower_bound(start);
  if (found == environ.end() || !found->first.starts_with(start)) return std::nullopt;
  return base::printable(found->first);
}

}  // namespace

facts::Known<std::string> orchestrator_hint(const sys::World& world) {
  for (const char* run : {"/run", "/var/run"}) {
    const std::string folder = std::string(run) + "/secrets/kubernetes.io/serviceaccount";
    if (world.files.exists(folder + "/service-ca.crt")) return {"openshift", folder + "/service-ca.crt"};
  }
  if (const auto name = variable_beginning(world.environ, "PCIDEVICE_OPENSHIFT_IO_"))
    return {"openshift", "environment: " + *name};
  if (const auto name = variable_beginning(world.environ, "OPENSHIFT_")) return {"openshift", "environment: " + *name};
  if (has_variable(world.environ, "KUBERNETES_SERVICE_HOST")) return {"kubernetes", "environment: KUBERNETES_SERVICE_HOST"};
  for (const char* run : {"/run", "/var/run"}) {
    const std::string folder = std::string(run) + "/secrets/kubernetes.io/serviceaccount";
    if (world.files.exists(folder)) return {"kubernetes", folder};
  }
  const auto group = world.files.read(kGroup);
  if (group && group->find("/kubepods") != std::string::npos) return {"kubernetes", kGroup};
  if (has_variable(world.environ, "SLURM_JOB_ID")) return {"slurm", "environment: SLURM_JOB_ID"};
  return {facts::Missing{.why = facts::Why::not_found, .detail = "no hint"}, "environment"};
}

facts::Known<std::string> runtime_hint(const sys::FileTree& files, const sys::Environ& environ, bool kubernetes) {
  for (const char* name : {"APPTAINER_CONTAINER", "SINGULARITY_CONTAINER"})
    if (has_variable(environ, name)) return {"apptainer", std::string("environment: ") + name};
  if (const auto name = by_group(files)) return *name;
  const auto marker = files.read(kContainerEnv);
  if (marker && marker->find("podman") != std::string::npos) return {"podman", kContainerEnv};
  const char* storage = by_mounts(files);
  const bool shared = storage != nullptr && std::string_view(storage) == kSharedStorage;
  if (storage != nullptr && !shared) return {storage, kMounts};
  if (shared || marker) return {kubernetes ? "cri-o" : "podman", shared ? kMounts : kContainerEnv};
  if (files.exists(kDockerEnv)) return {"docker", kDockerEnv};
  if (kubernetes)
    return {facts::Missing{.why = facts::Why::unavailable, .detail = "in a pod, and no runtime left a trace"}, kMounts};
  return {facts::Missing{.why = facts::Why::not_found, .detail = "no trace of a container runtime"}, kMounts};
}

}  // namespace railhead::probe
