#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

/// A resource of which nobody here knows what it is: it may bring the devices.
bool may_bring_devices(const facts::DeclaredContainer& container) {
  return container.claims || std::ranges::any_of(container.resources, [](const facts::ResourceRequest& request) {
           return request.name.find('/') != std::string::npos && class_of(request.name) != ResourceClass::gpu;
         });
}

std::optional<Finding> judge(const Declared& one) {
  const facts::DeclaredContainer& container = one.container;
  const facts::HostMount* mount = infiniband_mount(container);
  if (mount == nullptr || may_bring_devices(container)) return std::nullopt;
  Evidences evidence = {{base::format("hostPath {} at {}", mount->outside, mount->inside), mount->source}};
  if (is_privileged(container)) {
    evidence.push_back(seen(container.security.privileged, "privileged: true"));
    return ok(one.subject(), base::format("mounts {} of the node and is privileged: the devices open", mount->outside),
              evidence);
  }
  if (!container.whole && !container.security.privileged.is(false)) return std::nullopt;
  evidence.push_back({"not privileged, and no resource that brings RDMA devices", container.source});
  return violated(
      Severity::error, one.subject(),
      base::format("mounts {} of the node without being privileged or asking for an RDMA resource: the device nodes "
                   "are visible, and the device cgroup refuses to open them",
                   mount->outside),
      evidence,
      base::format("# in container {}, in place of the hostPath; the name is that of your device plugin's resource "
                   "(kubectl describe node):\nresources:\n  limits:\n    rdma/hca: 1\n  requests:\n    rdma/hca: 1",
                   base::one_line(container.name)));
}

std::vector<Finding> rule(const Input& input) { return each_declared(input, judge); }

}  // namespace

Check k8s_manifest_hostpath_infiniband_unprivileged() {
  return {
      .title = "An unprivileged container cannot open the node's RDMA devices",
      .severity = Severity::error,
      .cause =
          "A hostPath makes device nodes visible. Whether they open is decided by the device cgroup, which lets through what a "
          "device plugin allocated, and everything for privileged containers alone.",
      .fix =
          "# the name is that of your device plugin's resource (kubectl describe node):\nresources:\n  limits:\n    rdma/hca: "
          "1\n  requests:\n    rdma/hca: 1",
      .rule = rule};
}

}  // namespace railhead::check
