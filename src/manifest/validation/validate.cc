#include "manifest/validation/validate.h"

#include "base/format.h"
#include "base/text.h"
#include "manifest/validation/entries.h"
#include "manifest/validation/go_text.h"
#include "manifest/validation/prepare.h"
#include "manifest/validation/refused_name.h"

// The order is that of ValidatePodCreate in pkg/apis/core/validation/validation.go.
namespace railhead::manifest {
namespace {

using validation::Entries;

void check_containers(Entries& entries, const Pod& pod) {
  const bool host_users = pod.host_users.value_or(true);
  const auto all = [&](const std::vector<PodContainer>& containers, const char* list) {
    for (std::size_t i = 0; i < containers.size(); ++i) {
      const std::string path = base::format("spec.{}[{}]", list, i);
      validation::check_ports(entries, containers[i].ports, path);
      if (containers[i].security)
        validation::check_container(entries, *containers[i].security, base::format("{}.securityContext", path), host_users);
    }
  };
  all(pod.containers, "containers");
  all(pod.init_containers, "initContainers");
  all(pod.ephemeral_containers, "ephemeralContainers");
}

/// A volume has one source (validateVolumeSource). The server names each behind the first, in an order of its own.
void check_volumes(Entries& entries, const Pod& pod) {
  for (std::size_t i = 0; i < pod.volumes.size(); ++i)
    for (std::size_t more = 1; more < pod.volumes[i].types.size(); ++more)
      validation::forbid(entries, base::format("spec.volumes[{}].{}", i, pod.volumes[i].types[more]),
                         "may not specify more than 1 volume type");
}

/// Init containers are not looked at.
void check_host_ports(Entries& entries, const Pod& pod) {
  if (!pod.host_network) return;
  for (std::size_t i = 0; i < pod.containers.size(); ++i)
    for (std::size_t port = 0; port < pod.containers[i].ports.size(); ++port) {
      const ContainerPort& ports = pod.containers[i].ports[port];
      if (ports.host_port == ports.container_port || ports.host_port == 0) continue;  // 0 gets its default before
      validation::refuse_value(entries, base::format("spec.containers[{}].ports[{}].hostPort", i, port),
                               base::format("{}", ports.host_port), "must match `containerPort` when `hostNetwork` is true");
    }
}

/// The names of the fields are the server's, with its capitals.
void check_host_users(Entries& entries, const Pod& pod) {
  if (pod.host_users.value_or(true)) return;
  constexpr std::string_view kWhy = "when `hostUsers` is false";
  if (pod.host_network) validation::forbid(entries, "spec.hostNetwork", kWhy);
  if (pod.host_pid) validation::forbid(entries, "spec.HostPID", kWhy);
  if (pod.host_ipc) validation::forbid(entries, "spec.HostIPC", kWhy);
}

}  // namespace

std::vector<Invalid> invalid(const Pod& given) {
  const std::optional<Pod> changed = prepared(given);
  const Pod& pod = changed ? *changed : given;
  Entries entries;
  validation::check_annotations(entries, pod);
  check_volumes(entries, pod);
  check_containers(entries, pod);
  check_host_ports(entries, pod);
  validation::check_pod_security(entries, pod);
  validation::check_host_process(entries, pod);
  check_host_users(entries, pod);
  validation::check_os(entries, pod);
  if (!pod.ephemeral_containers.empty()) validation::forbid(entries, "spec.ephemeralContainers", "cannot be set on create");
  validation::check_profiles_match(entries, pod);
  return entries;
}

std::string message(const Pod& pod, const std::vector<Invalid>& entries) {
  std::vector<std::string> texts;
  texts.reserve(entries.size());
  for (const Invalid& entry : entries) texts.push_back(base::format("{}: {}", entry.path, entry.what));
  const bool one = texts.size() == 1;
  return base::format("Pod {} is invalid: {}{}{}", go_quoted(refused_name(pod)), one ? "" : "[", base::joined(texts, ", "),
                      one ? "" : "]");
}

}  // namespace railhead::manifest
