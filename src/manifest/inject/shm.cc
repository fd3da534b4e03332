#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "facts/cluster/quantity.h"
#include "manifest/inject/target.h"

namespace railhead::manifest {
namespace {

constexpr const char* kVolume = "railhead-shm";
constexpr const char* kPlace = "/dev/shm";

/// What is mounted there, or over the folder that it is in.
Value mount_at(const Value& container) {
  for (const Value& mount : container["volumeMounts"].items()) {
    std::string_view path = mount["mountPath"].view().value_or("");
    while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    if (path == kPlace || path == "/dev") return mount;
  }
  return {};
}

Value volume_named(const Value& spec, std::string_view name) {
  for (const Value& volume : spec["volumes"].items())
    if (volume["name"].view() == name) return volume;
  return {};
}

std::optional<std::uint64_t> memory_limit(const Value& container) {
  const auto text = container["resources"]["limits"]["memory"].view();
  const auto quantity = text ? facts::parse_quantity(*text) : std::nullopt;
  return quantity ? std::optional(quantity->units) : std::nullopt;
}

/// In the largest unit that is exact.
std::string written_size(std::uint64_t bytes) {
  const char* units[] = {"", "Ki", "Mi", "Gi", "Ti"};
  std::size_t unit = 0;
  while (unit + 1 < std::size(units) && bytes >= 1024 && bytes % 1024 == 0) {
    bytes /= 1024;
    ++unit;
  }
  return std::to_string(bytes) + units[unit];
}

/// What the volume may hold: pages in it count against the memory limit, so that half of it is what leaves the job as much.
std::string size_for(const Target& target, const Value& container) {
  if (!target.wishes.shm.size.empty()) return target.wishes.shm.size;
  const auto limit = memory_limit(container);
  return limit ? written_size(std::max<std::uint64_t>(*limit / 2 / (1U << 20U), 1) << 20U) : "";
}

base::Result<void> add_volume(const Target& target, const std::string& size) {
  if (volume_named(target.found.spec, kVolume)) return {};
  const auto volumes = target.draft.collection(target.found.spec, "volumes", NodeKind::sequence);
  if (!volumes) return std::unexpected(volumes.error());
  std::vector<std::pair<std::string, Tree>> directory = {{"medium", word("Memory")}};
  if (!size.empty()) directory.emplace_back("sizeLimit", word(size));
  return target.draft.append(*volumes, mapping({{"name", word(kVolume)}, {"emptyDir", mapping(std::move(directory))}}));
}

base::Result<void> give(const Target& target, const Value& container) {
  const std::string subject = subject_of(container);
  if (const Value there = mount_at(container)) {
    target.note(Outcome::kept, subject, "/dev/shm is mounted already", there.line());
    return {};
  }
  const std::string size = size_for(target, container);
  const auto limit = memory_limit(container);
  const auto wanted = facts::parse_quantity(size);
  if (limit && wanted && wanted->units > *limit) {
    target.note(Outcome::refused, subject,
                base::format("/dev/shm of {} is more than the memory limit of {}: a job that fills it is killed", size,
                             written_size(*limit)),
                container["resources"]["limits"]["memory"].line());
    return {};
  }
  if (auto done = add_volume(target, size); !done) return done;
  const auto mounts = target.draft.collection(container, "volumeMounts", NodeKind::sequence);
  if (!mounts) return std::unexpected(mounts.error());
  target.note(Outcome::added, subject,
              size.empty() ? "/dev/shm in memory (no memory limit to size it by: the node's half)"
                           : base::format("/dev/shm in memory, {} at most", size));
  return target.draft.append(*mounts, mapping({{"name", word(kVolume)}, {"mountPath", word(kPlace)}}));
}

}  // namespace

base::Result<void> add_shm(const Target& target) {
  if (!target.wishes.shm.wanted || !target.found.spec["containers"]) return {};
  if (target.found.spec["hostIPC"].boolean() == true) {
    target.note(Outcome::kept, "pod", "/dev/shm is the node's (hostIPC: true)", target.found.spec["hostIPC"].line());
    return {};
  }
  for (const Value& container : target.containers)
    if (auto done = give(target, container); !done) return done;
  return {};
}

}  // namespace railhead::manifest
