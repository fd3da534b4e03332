#include "facts/cluster/cluster.h"
#include "finding/declared/containers.h"

namespace railhead::check {
namespace {

std::optional<Finding> judge(const Input& input, const Declared& one) {
  const std::vector<facts::ResourceRequest> requests = rdma_asked(one.container, *input.cluster);
  if (requests.empty()) return std::nullopt;
  Evidences evidence = resource_evidence(requests);
  const facts::HostMount* mount = infiniband_mount(one.container);
  if (mount == nullptr) return ok(one.subject(), "gets its RDMA device nodes from the device plugin alone", evidence);
  evidence.push_back({base::format("hostPath {} at {}", mount->outside, mount->inside), mount->source});
  const bool privileged = is_privileged(one.container);
  if (privileged) evidence.push_back(seen(one.container.security.privileged, "privileged: true"));
  return violated(
      Severity::warning, one.subject(),
      base::format("mounts {} of the node beside {}: {}", mount->outside, resource_names(requests),
                   privileged ? "all devices of the node are visible and open, not only those that it was given"
                              : "all devices of the node are visible, and only those that it was given open"),
      evidence,
      base::format("Remove the volume with hostPath {}{} and its volumeMount; the device plugin puts the nodes there.",
                   mount->outside, privileged ? ", privileged: true" : ""));
}

std::vector<Finding> rule(const Input& input) {
  return each_declared(input, [&](const Declared& one) { return judge(input, one); });
}

}  // namespace

Check k8s_manifest_hostpath_overrides_device_plugin() {
  return {
      .title = "The node's /dev/infiniband is mounted over what the device plugin gives",
      .severity = Severity::warning,
      .cause =
          "The device plugin puts the nodes of the allocated devices into the container's /dev/infiniband. A hostPath there "
          "shows those of the whole node instead, and software picks devices that belong to others.",
      .fix = "Remove the volume with hostPath /dev/infiniband and its volumeMount; the device plugin puts the nodes there.",
      .rule = rule};
}

}  // namespace railhead::check
