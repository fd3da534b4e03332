#include "probe/host/control_group.h"

#include <cerrno>
#include <string>
#include <utility>
#include <vector>

#include "facts/host/cgroup_text.h"
#include "probe/reading.h"

namespace railhead::probe {
namespace {

constexpr const char* kGroup = "/proc/self/cgroup";
constexpr const char* kMounts = "/proc/self/mountinfo";

using Limit = std::optional<base::Bytes>;

/// "max" or bytes. Version 1 writes the largest multiple of a page below 2^63 for "no limit"; a quarter of it is out of reach
/// too.
std::optional<Limit> parse_limit(std::string_view text) {
  constexpr std::uint64_t kBeyondAnyMachine = std::uint64_t{1} << 61;
  if (text == "max") return Limit{};
  const auto bytes = number<std::uint64_t>(text);
  if (!bytes) return std::nullopt;
  return *bytes >= kBeyondAnyMachine ? Limit{} : Limit{base::Bytes{*bytes}};
}

facts::Known<Limit> limit_of(const sys::FileTree& files, const std::string& folder, unsigned version) {
  const std::string path = folder + (version == 2 ? "/memory.max" : "/memory.limit_in_bytes");
  const auto read = files.read(path);
  if (!read && read.error().value == ENOENT) return {Limit{}, path};
  return parsed<Limit>(read, path, "bytes or max", parse_limit);
}

/// Zero where the group has no such file, as the root of version 2.
facts::Known<base::Bytes> use_of(const sys::FileTree& files, const std::string& folder, unsigned version) {
  const std::string path = folder + (version == 2 ? "/memory.current" : "/memory.usage_in_bytes");
  const auto read = files.read(path);
  if (!read && read.error().value == ENOENT) return {base::Bytes{}, path};
  return parsed<base::Bytes>(read, path, "bytes", [](std::string_view text) -> std::optional<base::Bytes> {
    const auto bytes = number<std::uint64_t>(text);
    return bytes ? std::optional(base::Bytes{*bytes}) : std::nullopt;
  });
}

facts::Known<facts::CgroupMemory> smallest(const sys::FileTree& files, unsigned version, const facts::GroupFolder& folder) {
  facts::CgroupMemory group{.version = version, .path = folder.below.empty() ? "/" : folder.below, .limit = {}, .used = {}};
  std::string counts = folder.mount + folder.below;
  std::string source = counts;
  for (const std::string& level : facts::levels(folder.below)) {
    const facts::Known<Limit> limit = limit_of(files, folder.mount + level, version);
    if (!limit) return {limit.missing(), limit.source()};
    if (!*limit || (group.limit && *group.limit <= **limit)) continue;
    group.limit = *limit;
    group.path = level.empty() ? "/" : level;
    counts = folder.mount + level;
    source = limit.source();
  }
  const facts::Known<base::Bytes> used = use_of(files, counts, version);
  if (!used) return {used.missing(), used.source()};
  group.used = *used;
  return {std::move(group), std::move(source)};
}

}  // namespace

facts::Known<facts::CgroupMemory> control_group(const sys::FileTree& files) {
  const auto group = parsed<facts::ControlGroup>(files, kGroup, "a control group for memory", facts::memory_group);
  if (!group) return {group.missing(), kGroup};
  const auto mounts = files.read(kMounts);
  if (!mounts) return {missing_of(mounts.error()), kMounts};
  const auto folder = facts::folder_of(*group, facts::parse_mount_info(*mounts));
  if (!folder)
    return {{.why = facts::Why::unavailable, .detail = "no mount shows the group " + base::printable(group->path)}, kMounts};
  // A group without a limit and a group that is not there must not look alike: this file every group has.
  const std::string witness =
      folder->mount + folder->below + (group->version == 2 ? "/cgroup.controllers" : "/memory.limit_in_bytes");
  if (const auto there = files.read(witness); !there) return {missing_of(there.error()), witness};
  return smallest(files, group->version, *folder);
}

}  // namespace railhead::probe
