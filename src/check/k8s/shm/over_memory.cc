#include <algorithm>

#include "facts/cluster/cluster.h"
#include "facts/cluster/quantity.h"
#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

/// A limit of memory and its place; nothing where there is none or it cannot be read.
struct MemoryLimit {
  std::uint64_t bytes = 0;
  Evidence evidence;
};

std::optional<MemoryLimit> limit_of(const Declared& one) {
  const auto own = std::ranges::find(one.container.limits, "memory", &facts::WrittenAmount::name);
  if (own != one.container.limits.end()) {
    const auto quantity = facts::parse_quantity(own->text);
    if (!quantity) return std::nullopt;
    return MemoryLimit{quantity->units, {"memory limit " + own->text, own->source}};
  }
  const auto quantity = one.pod.memory_limit ? facts::parse_quantity(*one.pod.memory_limit) : std::nullopt;
  if (!quantity) return std::nullopt;
  return MemoryLimit{quantity->units, seen(one.pod.memory_limit, "memory limit of the pod " + *one.pod.memory_limit)};
}

std::optional<Finding> judged(const Declared& one, const facts::VolumeMount& mount, const MemoryLimit& limit) {
  const auto size = mount.size_limit ? facts::parse_quantity(*mount.size_limit) : std::nullopt;
  if (!size || !mount.medium.is("Memory")) return std::nullopt;
  const Evidences evidence = {seen(mount.size_limit, base::format("{}: sizeLimit {}", mount.inside, *mount.size_limit)),
                              limit.evidence};
  if (size->units <= limit.bytes)
    return ok(one.subject(), base::format("{} is within its memory limit", mount.inside), evidence);
  return violated(
      Severity::warning, one.subject(),
      base::format("{} may grow to {}, more than the {}: what lies there counts as memory, so that the container is "
                   "killed before it is full",
                   mount.inside, *mount.size_limit, limit.evidence.what),
      evidence);
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  for (const Declared& one : declared_containers(input)) {
    const auto limit = limit_of(one);
    if (!limit) continue;
    for (const facts::VolumeMount& mount : one.container.volumes)
      if (auto finding = judged(one, mount, *limit)) findings.push_back(*std::move(finding));
  }
  return findings;
}

}  // namespace

Check k8s_shm_over_memory() {
  return {
      .title = "A volume in memory is larger than the memory limit",
      .severity = Severity::warning,
      .cause =
          "Files of an emptyDir with medium Memory are pages of a tmpfs, and are charged to the memory cgroup of the container "
          "that writes them. Its limit ends in an OOM kill, whatever sizeLimit says.",
      .fix = "resources: {limits: {memory: 256Gi}}  # more than sizeLimit and what the job itself needs",
      .rule = rule};
}

}  // namespace railhead::check
