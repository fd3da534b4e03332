#include "probe/host/kernel.h"

#include <algorithm>
#include <cerrno>
#include <string>
#include <utility>

#include "facts/host/kernel_text.h"
#include "facts/host/secrets.h"
#include "probe/reading.h"

namespace railhead::probe {
namespace {

constexpr const char* kModules = "/proc/modules";
constexpr const char* kSysModule = "/sys/module";

facts::Known<std::string> command_line(const sys::FileTree& files) {
  facts::Known<std::string> text = text_of(files, "/proc/cmdline");
  if (!text) return text;
  return {facts::without_secrets(*text), text.source()};
}

facts::Known<std::vector<facts::Module>> modules(const sys::FileTree& files) {
  const auto read = files.read(kModules);
  if (!read) return {missing_of(read.error()), kModules};
  return {facts::parse_modules(*read), kModules};
}

/// /sys/module has a folder for each loaded module, and for built-in ones that have parameters or a version.
facts::Known<std::vector<std::string>> built_in(const sys::FileTree& files,
                                                const facts::Known<std::vector<facts::Module>>& loaded) {
  const auto names = files.list(kSysModule);
  if (!names) return {missing_of(names.error()), kSysModule};
  std::vector<std::string> found;
  for (const std::string& name : *names) {
    const auto same = [&](const facts::Module& module) { return module.name == name; };
    const bool is_loaded = loaded && std::any_of(loaded->begin(), loaded->end(), same);
    if (facts::is_module_of_interest(name) && !is_loaded) found.push_back(base::printable(name));
  }
  return {std::move(found), kSysModule};
}

/// selinuxfs is often hidden from containers. The kernel lists it as a file system only where SELinux is on, so a missing file
/// means "off" only together with that.
facts::Known<bool> selinux_enforcing(const sys::FileTree& files) {
  const std::string path = "/sys/fs/selinux/enforce";
  const auto read = files.read(path);
  if (!read && read.error().value == ENOENT) {
    const auto systems = files.read("/proc/filesystems");
    if (systems && systems->find("selinuxfs") != std::string::npos)
      return {facts::Missing{.why = facts::Why::unavailable, .detail = "SELinux is on, its file system is not mounted here"},
              path};
  }
  return parsed<bool>(read, path, "0 or 1", [](std::string_view text) -> std::optional<bool> {
    if (text == "1") return true;
    if (text == "0") return false;
    return std::nullopt;
  });
}

facts::Known<bool> apparmor_enabled(const sys::FileTree& files) {
  const std::string path = "/sys/module/apparmor/parameters/enabled";
  return parsed<bool>(files, path, "Y or N", [](std::string_view text) -> std::optional<bool> {
    if (text == "Y" || text == "1") return true;
    if (text == "N" || text == "0") return false;
    return std::nullopt;
  });
}

facts::Known<std::vector<std::string>> memory_peers(const sys::FileTree& files) {
  const std::string path = "/sys/kernel/mm/memory_peers";
  auto names = files.list(path);
  if (!names) return {missing_of(names.error()), path};
  for (std::string& name : *names) name = base::printable(name);
  return {std::move(*names), path};
}

}  // namespace

facts::KernelFacts kernel(const sys::World& world) {
  const sys::FileTree& files = world.files;
  facts::KernelFacts kernel;
  kernel.release = text_of(files, "/proc/sys/kernel/osrelease");
  kernel.command_line = command_line(files);
  kernel.modules = modules(files);
  kernel.built_in = built_in(files, kernel.modules);
  kernel.iommu = iommu(files);
  kernel.selinux_enforcing = selinux_enforcing(files);
  kernel.apparmor_enabled = apparmor_enabled(files);
  kernel.memory_peers = memory_peers(files);
  return kernel;
}

}  // namespace railhead::probe
