#include "manifest/facts/container/volumes.h"

#include <algorithm>

#include "base/text.h"

namespace railhead::manifest {
namespace {

constexpr std::size_t kMostEntries = 1024;

std::string short_text(const Value& value) { return base::one_line(value.text().value_or("").substr(0, 256)); }

/// `use(mount, volume)` for each mount; the volume is none where the text does not have it.
template <class Use>
void each_mount(const Value& container, const Value& spec, const Use& use) {
  const std::vector<Value> mounts = container["volumeMounts"].items();
  if (mounts.empty()) return;
  const std::vector<Value> volumes = spec["volumes"].items();
  if (mounts.size() > kMostEntries || volumes.size() > kMostEntries) return;
  for (const Value& mount : mounts) {
    const std::string name = short_text(mount["name"]);
    const auto volume = std::ranges::find_if(volumes, [&](const Value& one) { return short_text(one["name"]) == name; });
    use(mount, volume == volumes.end() ? Value() : *volume);
  }
}

/// Without slashes at its end: "/dev/shm/" is /dev/shm.
std::string path_of(const Value& value) {
  std::string path = short_text(value);
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

}  // namespace

std::vector<facts::HostMount> host_mounts_of(const Value& container, const Value& spec, const Origin& origin) {
  std::vector<facts::HostMount> mounts;
  each_mount(container, spec, [&](const Value& mount, const Value& volume) {
    const Value path = volume["hostPath"]["path"];
    if (path.text()) mounts.push_back({short_text(path), short_text(mount["mountPath"]), origin.place(path)});
  });
  return mounts;
}

std::vector<facts::VolumeMount> volumes_of(const Value& container, const Value& spec, const Origin& origin) {
  std::vector<facts::VolumeMount> mounts;
  each_mount(container, spec, [&](const Value& mount, const Value& volume) {
    facts::VolumeMount found{.inside = path_of(mount["mountPath"]), .source = origin.place(volume ? volume : mount)};
    const Value empty_dir = volume["emptyDir"];
    found.empty_dir = static_cast<bool>(empty_dir);
    found.medium = told_text(empty_dir["medium"], origin);
    found.size_limit = told_text(empty_dir["sizeLimit"], origin);
    mounts.push_back(std::move(found));
  });
  return mounts;
}

}  // namespace railhead::manifest
