#include "probe/snapshot.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "facts/host/secrets.h"
#include "facts/kept_variables.h"
#include "facts/nccl_conf.h"
#include "probe/activity/processes.h"
#include "probe/activity/traffic.h"
#include "probe/environment/environment.h"
#include "probe/machine.h"
#include "probe/recorded_kernel.h"
#include "probe/recording_tree.h"

namespace railhead::probe {
namespace {

/// Mount options such as credentials of network file systems.
std::string cleaned_mounts(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(", \n"), text.size());
    result += facts::without_secret(text.substr(0, end));
    if (end < text.size()) result += text[end];
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

/// The entries of the nccl.conf files, wherever links lead to them.
std::set<std::string> conf_entries(const sys::World& world) {
  std::set<std::string> names;
  for (const std::string& path : conf_paths(world.environ))
    if (const sys::Outcome<std::string> place = world.files.real(path)) names.insert("root" + *place);
  return names;
}

void remove_secrets(facts::ArchiveEntry& entry, const std::set<std::string>& confs) {
  if (entry.kind != facts::EntryKind::file) return;
  if (confs.contains(entry.name)) entry.text = facts::kept_conf_text(entry.text);
  if (entry.name == "root/proc/cmdline") entry.text = facts::without_secrets(entry.text);
  if (entry.name.ends_with("/mountinfo")) entry.text = cleaned_mounts(entry.text);
}

}  // namespace

std::string kept_environ(const sys::Environ& environ) {
  std::string text;
  for (const auto& [name, value] : environ) {
    // A value with a newline would read back as two variables.
    if (!facts::is_kept_variable(name) || value.find('\n') != std::string::npos || name.find('\n') != std::string::npos)
      continue;
    text += base::printable(name) + '=' + facts::kept_value(name, value) + '\n';
  }
  return text;
}

facts::Archive snapshot(const sys::World& world, Level level, const std::string& about, bool with_ranks) {
  const RecordingTree files(world.files);
  const RecordingKernel kernel(world.kernel);
  if (with_ranks) {
    const sys::World recorded{files, kernel, world.environ, false, world.environ_known};
    static_cast<void>(traffic(recorded));
    static_cast<void>(pinning_processes(recorded, world.files));
  }
  static_cast<void>(machine({files, kernel, world.environ, false, world.environ_known},
                            {.level = level}));  // read for what is recorded on the way
  facts::Archive archive{.comment = std::string(kSnapshotStart) + "everything doctor reads of one machine, secrets removed.\n",
                         .entries = {}};
  archive.entries.push_back({.name = "railhead", .text = about});
  if (world.environ_known) archive.entries.push_back({.name = "environ", .text = kept_environ(world.environ)});
  archive.entries.push_back({.name = "facts.json", .text = json_text(kernel.answers())});
  const std::set<std::string> confs = conf_entries(world);
  for (facts::ArchiveEntry& entry : files.entries("root/")) {
    remove_secrets(entry, confs);
    archive.entries.push_back(std::move(entry));
  }
  return archive;
}

facts::Archive traffic_snapshot(const sys::World& world, const std::string& about) {
  const RecordingTree files(world.files);
  static_cast<void>(traffic({files, world.kernel, world.environ, false, false}));
  facts::Archive archive{.comment = std::string(kSnapshotStart) + "the counters of one machine's adapters and interfaces.\n",
                         .entries = {}};
  archive.entries.push_back({.name = "railhead", .text = about});
  for (facts::ArchiveEntry& entry : files.entries("root/")) archive.entries.push_back(std::move(entry));
  return archive;
}

}  // namespace railhead::probe
