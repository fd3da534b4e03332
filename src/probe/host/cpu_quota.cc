#include "probe/host/cpu_quota.h"

#include <algorithm>

#include "facts/host/cgroup_text.h"
#include "probe/reading.h"

namespace railhead::probe {
namespace {

constexpr const char* kGroup = "/proc/self/cgroup";
constexpr const char* kMounts = "/proc/self/mountinfo";

/// "200000 100000" is two CPUs, "max 100000" is no quota.
std::optional<facts::CpuQuota> parse_cpu_max(std::string_view text) {
  const std::vector<std::string_view> words = base::words(text);
  if (words.size() != 2) return std::nullopt;
  const auto period = number<std::uint32_t>(words[1]);
  if (!period || *period == 0) return std::nullopt;
  if (words[0] == "max") return facts::CpuQuota{};
  const auto quota = number<std::uint32_t>(words[0]);
  if (!quota) return std::nullopt;
  const std::uint64_t millicpus = std::uint64_t{*quota} * 1000 / *period;
  return facts::CpuQuota{static_cast<unsigned>(std::min<std::uint64_t>(millicpus, 1U << 30U))};
}

facts::Known<facts::CpuQuota> smallest(const sys::FileTree& files, const facts::GroupFolder& folder) {
  facts::Known<facts::CpuQuota> found{facts::Missing{.why = facts::Why::not_found}, folder.mount + folder.below + "/cpu.max"};
  for (const std::string& level : facts::levels(folder.below)) {
    const std::string path = folder.mount + level + "/cpu.max";
    const sys::Outcome<std::string> read = files.read(path);
    if (!read && missing_of(read.error()).why == facts::Why::not_found) continue;  // the root has none, by design
    facts::Known<facts::CpuQuota> quota = parsed<facts::CpuQuota>(read, path, "a quota and a period", parse_cpu_max);
    if (!quota) return quota;
    const bool smaller = quota->millicpus && (!found || !found->millicpus || *quota->millicpus < *found->millicpus);
    if (!found || smaller) found = std::move(quota);
  }
  return found;
}

}  // namespace

facts::Known<facts::CpuQuota> cpu_quota(const sys::FileTree& files) {
  const auto group = files.read(kGroup);
  if (!group) return {missing_of(group.error()), kGroup};
  const std::optional<facts::ControlGroup> unified = facts::unified_group(*group);
  if (!unified) return {facts::Missing{.why = facts::Why::not_found, .detail = "in no group of version 2"}, kGroup};
  const auto mounts = files.read(kMounts);
  if (!mounts) return {missing_of(mounts.error()), kMounts};
  const auto folder = facts::folder_of(*unified, facts::parse_mount_info(*mounts));
  if (!folder) return {facts::Missing{.why = facts::Why::not_found, .detail = "no mount shows the group"}, kMounts};
  return smallest(files, *folder);
}

}  // namespace railhead::probe
