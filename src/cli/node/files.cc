#include "cli/node/files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "facts/host/process_text.h"
#include "memlock/node/crio.h"
#include "memlock/node/docker_json.h"

namespace railhead::cli {
namespace {

using memlock::Runtime;
using memlock::node::Daemon;
using memlock::node::File;
using memlock::node::Files;

/// In the order of precedence. Source: systemd.unit(5).
constexpr std::array<const char*, 5> kUnitFolders = {"/etc/systemd/system", "/run/systemd/system",
                                                     "/usr/local/lib/systemd/system", "/usr/lib/systemd/system",
                                                     "/lib/systemd/system"};

base::Error unreadable(const std::string& path, sys::Errno error) {
  const bool denied = error.value == EACCES || error.value == EPERM;
  return {.code = denied ? base::Code::denied : base::Code::unavailable,
          .message = "cannot read " + path,
          .cause = sys::symbol(error),
          .suggestion = denied ? "Run it as root." : ""};
}

/// EOPNOTSUPP: a link to /dev/null, by which systemd masks a file.
bool is_absent(sys::Errno error) {
  return error == sys::kNotAsked || error.value == ENOENT || error.value == ENOTDIR || error.value == EOPNOTSUPP;
}

base::Result<bool> add_file(const sys::FileTree& tree, const std::string& path, std::vector<File>& files) {
  sys::Outcome<std::string> text = tree.read(path);
  if (text) {
    files.push_back({.path = path, .text = std::move(*text)});
    return true;
  }
  if (is_absent(text.error())) return false;
  return std::unexpected(unreadable(path, text.error()));
}

/// Names of the files in a folder, byte by byte in order, as runtimes and systemd sort them.
base::Result<std::vector<std::string>> names_in(const sys::FileTree& tree, const std::string& folder) {
  sys::Outcome<std::vector<std::string>> names = tree.list(folder);
  if (!names && is_absent(names.error())) return std::vector<std::string>{};
  if (!names) return std::unexpected(unreadable(folder, names.error()));
  std::sort(names->begin(), names->end());
  return std::move(*names);
}

constexpr unsigned kDeepestFolder = 16;

/// All files below a folder: CRI-O walks into folders, where their names stand in the order (filepath.Walk of Go).
base::Result<void> add_below(const sys::FileTree& tree, const std::string& folder, unsigned depth, Files& files) {
  const base::Result<std::vector<std::string>> names = names_in(tree, folder);
  if (!names) return std::unexpected(names.error());
  for (const std::string& name : *names) {
    const std::string path = base::format("{}/{}", folder, name);
    const sys::Outcome<sys::Node> node = tree.node(path);
    if (node && node->type == sys::NodeType::folder) {
      if (depth == kDeepestFolder) return std::unexpected(unreadable(path, sys::Errno{ELOOP}));
      if (auto done = add_below(tree, path, depth + 1, files); !done) return done;
      continue;
    }
    if (const auto done = add_file(tree, path, files.config); !done) return std::unexpected(done.error());
  }
  return {};
}

base::Result<void> read_crio(const sys::FileTree& tree, Files& files) {
  if (const auto done = add_file(tree, "/etc/crio/crio.conf", files.config); !done) return std::unexpected(done.error());
  return add_below(tree, "/etc/crio/crio.conf.d", 0, files);
}

/// One name in several folders: the first folder counts. Those of all services (service.d) come after the unit's own, and are
/// read among them in the order of names.
base::Result<void> read_drop_ins(const sys::FileTree& tree, const std::string& unit, Files& files) {
  std::map<std::string, std::string> paths;
  for (const std::string& kind : {unit, std::string("service")})
    for (const char* folder : kUnitFolders) {
      const std::string place = base::format("{}/{}.d", folder, kind);
      const base::Result<std::vector<std::string>> names = names_in(tree, place);
      if (!names) return std::unexpected(names.error());
      for (const std::string& name : *names)
        if (name.ends_with(".conf")) paths.emplace(name, base::format("{}/{}", place, name));
    }
  for (const auto& [name, path] : paths)
    if (const auto done = add_file(tree, path, files.unit); !done) return std::unexpected(done.error());
  return {};
}

base::Result<void> read_unit(const sys::FileTree& tree, const std::string& unit, Files& files) {
  for (const char* folder : kUnitFolders) {
    const base::Result<bool> found = add_file(tree, base::format("{}/{}", folder, unit), files.unit);
    if (!found) return std::unexpected(found.error());
    if (*found) break;
  }
  return read_drop_ins(tree, unit, files);
}

Daemon daemon_of(const sys::FileTree& tree, const std::string& name, const std::string& pid) {
  Daemon daemon{.name = name, .pid = base::unsigned_number(pid).value_or(0)};
  const std::string folder = "/proc/" + pid;
  if (const sys::Outcome<std::string> text = tree.read(folder + "/limits")) {
    facts::Process process;
    facts::read_limits(*text, folder + "/limits", process);
    if (process.memlock) daemon.limit = *process.memlock;
  }
  if (const sys::Outcome<std::string> text = tree.read(folder + "/cmdline"))
    for (std::string_view word : base::split(*text, '\0')) daemon.arguments.emplace_back(word);
  return daemon;
}

std::vector<Daemon> daemons(const sys::FileTree& tree, const std::vector<std::string>& names) {
  std::vector<Daemon> found;
  const sys::Outcome<std::vector<std::string>> pids = tree.list("/proc");
  if (!pids) return found;
  for (const std::string& pid : *pids) {
    if (!base::unsigned_number(pid)) continue;
    const sys::Outcome<std::string> comm = tree.read("/proc/" + pid + "/comm");
    if (!comm) continue;
    const std::string name(base::trimmed(*comm));
    if (std::find(names.begin(), names.end(), name) != names.end()) found.push_back(daemon_of(tree, name, pid));
  }
  return found;
}

}  // namespace

base::Result<Files> node_files(const sys::FileTree& tree, Runtime runtime) {
  Files files;
  base::Result<void> done;
  const char* own = runtime == Runtime::crio ? "crio" : runtime == Runtime::docker ? "dockerd" : "containerd";
  const std::string service = runtime == Runtime::docker ? "docker" : own;
  if (runtime == Runtime::crio) done = read_crio(tree, files);
  if (runtime == Runtime::docker)
    if (const auto json = add_file(tree, memlock::node::kDaemonJson, files.config); !json) done = std::unexpected(json.error());
  if (done) done = read_unit(tree, service + ".service", files);
  if (!done) return std::unexpected(done.error());
  files.daemons = daemons(
      tree, runtime == Runtime::docker ? std::vector<std::string>{"dockerd", "containerd"} : std::vector<std::string>{own});
  const bool runs =
      std::any_of(files.daemons.begin(), files.daemons.end(), [own](const Daemon& daemon) { return daemon.name == own; });
  files.present = runs || !files.config.empty() || !files.unit.empty() || tree.exists("/etc/" + service);
  return files;
}

}  // namespace railhead::cli
