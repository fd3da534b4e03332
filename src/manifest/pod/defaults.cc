#include "manifest/pod/defaults.h"

#include <algorithm>
#include <utility>

namespace railhead::manifest {
namespace {

constexpr const char* kTokenPath = "/var/run/secrets/kubernetes.io/serviceaccount";

void set_host_ports(std::vector<PodContainer>& containers) {
  for (PodContainer& container : containers)
    for (ContainerPort& port : container.ports)
      if (port.host_port == 0) port.host_port = port.container_port;
}

bool lacks_token(const std::vector<PodContainer>& containers) {
  return std::ranges::any_of(containers, [](const PodContainer& container) {
    return std::ranges::find(container.mount_paths, kTokenPath) == container.mount_paths.end();
  });
}

}  // namespace

Pod defaulted(Pod pod, std::optional<bool> account_automount) {
  if (pod.service_account.empty()) pod.service_account = "default";
  if (pod.host_network) {
    set_host_ports(pod.init_containers);
    set_host_ports(pod.containers);
  }
  const bool automount = pod.automount_token.value_or(account_automount.value_or(true));
  if (automount && (lacks_token(pod.init_containers) || lacks_token(pod.containers)))
    pod.volumes.push_back({.name = "kube-api-access", .types = {"projected"}, .only_token = true, .source = pod.source});
  return pod;
}

}  // namespace railhead::manifest
