#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "facts/host/process.h"
#include "memlock/model.h"
#include "memlock/situation.h"

/// The configuration of a node's container runtimes, as far as it sets how much containers may lock. Pure: text in, text out.
namespace railhead::memlock::node {

/// A file of the node; the path is absolute, below the root.
struct File {
  std::string path;
  std::string text;
};

/// A running daemon: `limit` is that of /proc/PID/limits, `arguments` its command line.
struct Daemon {
  std::string name;
  std::uint64_t pid = 0;
  std::optional<facts::Limit> limit = {};
  std::vector<std::string> arguments = {};
};

/// Everything read of one runtime, files in the order in which the runtime or systemd reads them. `config`: /etc/crio/crio.conf
/// and its drop-ins, or /etc/docker/daemon.json; `unit`: the service and its drop-ins.
struct Files {
  std::vector<File> config = {};
  std::vector<File> unit = {};
  std::vector<Daemon> daemons = {};
  bool present = false;  // anything of it is installed or runs
};

/// A place that sets the limit. `limit` is empty where the value makes no sense, and the runtime or systemd ignores it.
struct Setting {
  std::string path;
  std::size_t line = 0;
  std::string said;
  std::optional<facts::Limit> limit = {};
};

/// `containers`: what the runtime gives to containers by itself; `service`: what systemd gives to the daemon, which containers
/// inherit where the runtime sets nothing. In order of reading: the last one counts.
struct Settings {
  std::vector<Setting> containers = {};
  std::vector<Setting> service = {};
};

/// Errors: a file that cannot be read as what it is, with its line.
base::Result<Settings> settings(Runtime runtime, const Files& files);

/// What a container without settings of its own gets, and from where. `limit` empty: not known, `from` says why.
struct Given {
  std::optional<facts::Limit> limit = {};
  std::string from;
};

/// `now` is what the running daemon gives, `next` what it will give after a restart by the files.
struct Outlook {
  Given now;
  Given next;
};

Outlook outlook(Runtime runtime, const Files& files, const Settings& settings);

/// A limit of `value`, soft and hard.
facts::Limit limit_of(const Allowance& value);

/// "unlimited", "64 GiB", "64 KiB (hard 8 MiB)"
std::string text(const facts::Limit& limit);

}  // namespace railhead::memlock::node
