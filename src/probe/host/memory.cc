#include "probe/host/memory.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "facts/host/mount_info.h"
#include "probe/host/control_group.h"
#include "probe/reading.h"

namespace railhead::probe {
namespace {

constexpr const char* kMemInfo = "/proc/meminfo";
constexpr const char* kShm = "/dev/shm";
constexpr const char* kHugePages = "/sys/kernel/mm/hugepages";

std::optional<base::Bytes> kibibytes(std::string_view text) {
  const auto value = number<std::uint64_t>(text);
  if (!value || *value > std::numeric_limits<std::uint64_t>::max() / 1024) return std::nullopt;
  return base::kibibytes(*value);
}

/// "MemTotal:       24684084 kB"
facts::Known<base::Bytes> mem_info(const sys::Outcome<std::string>& read, std::string_view name) {
  if (!read) return {missing_of(read.error()), kMemInfo};
  for (const std::string_view line : base::lines(*read)) {
    const std::vector<std::string_view> words = base::words(line);
    if (words.empty() || words[0] != name) continue;
    const auto size = words.size() == 3 && words[2] == "kB" ? kibibytes(words[1]) : std::nullopt;
    if (!size) return {malformed("a size in kB", line), kMemInfo};
    return {*size, kMemInfo};
  }
  return {facts::Missing{.why = facts::Why::unavailable, .detail = "no line '" + std::string(name) + "'"}, kMemInfo};
}

/// The size= option of a tmpfs: the kernel writes it in k.
std::optional<base::Bytes> size_option(const facts::Mount& mount) {
  constexpr std::string_view kSize = "size=";
  for (const std::string_view option : base::split(mount.options, ',')) {
    if (!option.starts_with(kSize)) continue;
    const auto size = base::parse_size(option.substr(kSize.size()));
    return size ? std::optional(*size) : std::nullopt;
  }
  return std::nullopt;
}

/// What a captured machine still tells: the size, while nothing says what is used.
facts::Known<facts::FileSystem> shm_as_mounted(const sys::FileTree& files) {
  const std::string path = "/proc/self/mountinfo";
  const auto read = files.read(path);
  if (!read) return {facts::Missing{}, kShm};
  const std::vector<facts::Mount> mounts = facts::parse_mount_info(*read);
  const facts::Mount* mount = facts::mounted_at(mounts, kShm);
  if (mount == nullptr) return {facts::Missing{.why = facts::Why::not_found, .detail = "nothing is mounted at /dev/shm"}, path};
  const auto size = size_option(*mount);
  if (!size) return {facts::Missing{.why = facts::Why::unavailable, .detail = "mounted without a size"}, path};
  return {facts::FileSystem{.size = *size, .used = {}}, path};
}

facts::Known<facts::FileSystem> shm(const sys::World& world) {
  const auto use = world.kernel.file_system(kShm);
  if (!use && use.error() == sys::kNotAsked) return shm_as_mounted(world.files);
  if (!use) return {missing_of(use.error()), kShm};
  const std::uint64_t available = std::min(use->available, use->size);
  return {facts::FileSystem{.size = {use->size}, .used = {use->size - available}}, kShm};
}

/// "hugepages-2048kB"
std::optional<base::Bytes> page_size(std::string_view name) {
  constexpr std::string_view kStart = "hugepages-";
  constexpr std::string_view kEnd = "kB";
  if (!name.starts_with(kStart) || !name.ends_with(kEnd) || name.size() < kStart.size() + kEnd.size()) return std::nullopt;
  return kibibytes(name.substr(kStart.size(), name.size() - kStart.size() - kEnd.size()));
}

facts::Known<std::vector<facts::HugePages>> huge_pages(const sys::FileTree& files) {
  const auto names = files.list(kHugePages);
  if (!names) return {missing_of(names.error()), kHugePages};
  std::vector<facts::HugePages> pages;
  for (const std::string& name : *names) {
    const auto size = page_size(name);
    if (!size) continue;
    const std::string folder = std::string(kHugePages) + "/" + name;
    const auto total = number_of<std::uint64_t>(files, folder + "/nr_hugepages");
    const auto free = number_of<std::uint64_t>(files, folder + "/free_hugepages");
    if (!total) return {total.missing(), total.source()};
    if (!free) return {free.missing(), free.source()};
    pages.push_back({.page = *size, .total = *total, .free = *free});
  }
  return {std::move(pages), kHugePages};
}

}  // namespace

using Pages = facts::Known<std::vector<facts::HugePages>>;

facts::Memory memory(const sys::World& world, Extent extent) {
  const sys::Outcome<std::string> info = world.files.read(kMemInfo);
  return {.total = mem_info(info, "MemTotal:"),
          .available = mem_info(info, "MemAvailable:"),
          .cgroup = control_group(world.files),
          .shm = shm(world),
          .huge_pages = extent == Extent::everything ? huge_pages(world.files) : Pages{}};
}

}  // namespace railhead::probe
