#include "probe/activity/processes.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "facts/host/cgroup_text.h"
#include "facts/host/process_text.h"
#include "probe/reading.h"

namespace railhead::probe {
namespace {

constexpr std::size_t kMostLookedAt = 4096;
constexpr std::size_t kMostKept = 256;
constexpr std::size_t kMostFiles = 4096;
constexpr std::string_view kNodes = "/dev/infiniband/";

std::string folder_of(std::uint32_t id) { return "/proc/" + std::to_string(id) + "/"; }

std::string group_of(const sys::FileTree& files, const std::string& folder) {
  const auto text = files.read(folder + "cgroup");
  const auto group = text ? facts::memory_group(*text) : std::nullopt;
  return group ? group->path : std::string();
}

/// Of this container: in our control group or one below it. A path that begins with /.. lies outside of ours.
bool is_inside(const std::string& group, const std::string& own) {
  if (group.empty() || own.empty()) return true;  // not told, as in a snapshot, which holds those of the container alone
  if (group.starts_with("/..")) return group == own;
  // A runtime may put what it executes in a container beside the container's own group.
  return own == "/" || own.starts_with("/..") || group == own || group.starts_with(own + "/");
}

/// The numbers of the files by which a process has nodes of RDMA devices open.
std::vector<std::string> open_nodes(const sys::FileTree& files, std::uint32_t id) {
  const std::string folder = folder_of(id) + "fd";
  const auto numbers = files.list(folder);
  if (!numbers) return {};
  std::vector<std::string> found;
  for (std::size_t i = 0; i < std::min(numbers->size(), kMostFiles); ++i) {
    const std::string path = folder + "/" + (*numbers)[i];
    const auto target = files.link(path);
    if (target && target->starts_with(kNodes)) found.push_back(path);
  }
  return found;
}

/// "Name:" of a status: the kernel escapes what would break the line.
std::string name_in(std::string_view status) {
  for (const std::string_view line : base::lines(status))
    if (line.starts_with("Name:")) return base::one_line(base::trimmed(line.substr(5)));
  return {};
}

void read_limits(const sys::FileTree& files, const std::string& path, facts::Process& process) {
  if (const auto limits = files.read(path))
    facts::read_limits(*limits, path, process);
  else
    process.memlock = {missing_of(limits.error()), path};
}

/// Everything of it that is wanted, read anew, so that a recording has it.
facts::PinningProcess read_process(const sys::FileTree& files, std::uint32_t id, const std::vector<std::string>& nodes) {
  facts::PinningProcess found{.id = id};
  const std::string status = folder_of(id) + "status";
  if (const auto text = files.read(status)) {
    found.name = name_in(*text);
    facts::read_status(*text, status, found.process);
  }
  read_limits(files, folder_of(id) + "limits", found.process);
  for (const std::string& path : nodes) {
    const auto target = files.link(path);
    if (!target || !target->starts_with(kNodes)) continue;
    std::string name = base::one_line(target->substr(kNodes.size()));
    if (std::ranges::find(found.devices, name) == found.devices.end()) found.devices.push_back(std::move(name));
  }
  return found;
}

class Search {
 public:
  Search(const sys::World& world, const sys::FileTree& aside)
      : world_(world), aside_(aside), own_group_(group_of(aside, "/proc/self/")) {}

  std::optional<facts::PinningProcess> look(std::uint32_t id) const {
    const auto text = aside_.read(folder_of(id) + "status");
    if (!text || !is_inside(group_of(aside_, folder_of(id)), own_group_)) return std::nullopt;
    facts::PinningProcess seen{.id = id};
    facts::read_status(*text, folder_of(id) + "status", seen.process);
    const std::vector<std::string> nodes = open_nodes(aside_, id);
    for (const std::string& path : nodes) seen.devices.push_back(path);
    if (!seen.uses_rdma() && id != 1) return std::nullopt;
    return read_process(world_.files, id, nodes);
  }

 private:
  const sys::World& world_;
  const sys::FileTree& aside_;
  std::string own_group_;
};

}  // namespace

std::vector<facts::PinningProcess> pinning_processes(const sys::World& world, const sys::FileTree& aside) {
  const Search search(world, aside);
  std::vector<facts::PinningProcess> found;
  const auto names = aside.list("/proc");
  std::size_t looked = 0;
  for (const std::string& name : names ? *names : std::vector<std::string>{}) {
    const auto id = number<std::uint32_t>(name);
    if (!id || *id == 0) continue;
    if (++looked > kMostLookedAt || found.size() == kMostKept) break;
    if (auto process = search.look(*id)) found.push_back(*std::move(process));
  }
  return found;
}

}  // namespace railhead::probe
