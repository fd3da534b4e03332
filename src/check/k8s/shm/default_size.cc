#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

const facts::VolumeMount* shm_of(const facts::DeclaredContainer& container) {
  const auto found = std::ranges::find_if(container.volumes, [](const facts::VolumeMount& mount) {
    return mount.inside == "/dev/shm" || mount.inside == "/dev" || mount.inside.starts_with("/dev/shm/");
  });
  return found == container.volumes.end() ? nullptr : &*found;
}

/// Without a size: what is right depends on the memory limit, and on what else takes memory.
std::string fix_of(const Declared& one) {
  return base::format(
      "# in container {}:\nvolumeMounts:\n- {{name: shm, mountPath: /dev/shm}}\n# in the pod's spec:\nvolumes:\n- name: shm\n  "
      "emptyDir: {{medium: Memory}}  # counts against the memory limit; sizeLimit bounds it",
      base::one_line(one.container.name));
}

std::optional<Finding> judge(const Declared& one) {
  const std::vector<facts::ResourceRequest> gpus = asked(one.container, ResourceClass::gpu);
  const std::uint64_t count = gpus_asked(one.container);
  if (count < 2 || one.container.init) return std::nullopt;
  Evidences evidence = resource_evidence(gpus);
  if (const facts::VolumeMount* mount = shm_of(one.container)) {
    evidence.push_back({"mounts a volume at " + mount->inside, mount->source});
    return ok(one.subject(), "has a /dev/shm of its own", evidence);
  }
  if (!one.container.whole || one.pod.host_ipc.is(true)) return std::nullopt;
  evidence.push_back({"no volume at /dev/shm", one.container.source});
  return violated(Severity::warning, one.subject(),
                  base::format("asks for {} GPUs and leaves /dev/shm at the 64 MiB that container runtimes give: NCCL and data "
                               "loaders need more",
                               count),
                  evidence, fix_of(one));
}

std::vector<Finding> rule(const Input& input) { return each_declared(input, judge); }

}  // namespace

Check k8s_shm_default_size() {
  return {.title = "Several GPUs share a /dev/shm of 64 MiB",
          .severity = Severity::warning,
          .cause =
              "Container runtimes mount 64 MiB at /dev/shm, and Kubernetes has no field for it. NCCL's channels between the "
              "ranks of a node and the workers of data loaders lie there; where it is full they fail.",
          .fix = "volumes:\n- name: shm\n  emptyDir: {medium: Memory}  # and volumeMounts: [{name: shm, mountPath: /dev/shm}]",
          .rule = rule};
}

}  // namespace railhead::check
