#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/psa/checks.h"
#include "manifest/psa/wording.h"

namespace railhead::manifest::psa {

std::optional<Found> added_capabilities(const Pod& pod, int minor) {
  Setters setters;
  each_container(pod, [&](const PodContainer& container) {
    if (!container.security || !container.security->capabilities) return;
    bool named_here = false;
    for (const std::string& name : container.security->capabilities->add) {
      if (allows(allowed_capabilities(), name, minor)) continue;
      setters.values.insert(name);
      named_here = true;
    }
    if (named_here) setters.containers.push_back(container.name);
  });
  if (setters.none()) return {};
  return Found{
      base::format("{} must not include {} in securityContext.capabilities.add", setters.words(), in_quotes(setters.values)),
      setters.containers};
}

std::optional<Found> host_namespaces(const Pod& pod, int) {
  std::vector<std::string> shared;
  if (pod.host_network) shared.emplace_back("hostNetwork=true");
  if (pod.host_pid) shared.emplace_back("hostPID=true");
  if (pod.host_ipc) shared.emplace_back("hostIPC=true");
  if (shared.empty()) return {};
  return Found{base::joined(shared, ", ")};
}

std::optional<Found> host_path_volumes(const Pod& pod, int) {
  std::vector<std::string> names;
  for (const PodVolume& volume : pod.volumes)
    if (has(volume.types, "hostPath")) names.push_back(volume.name);
  if (names.empty()) return {};
  return Found{named("volume", names)};
}

std::optional<Found> host_ports(const Pod& pod, int) {
  std::set<std::string> ports;  // ordered as text, as the server does
  const std::vector<std::string> names = containers_where(pod, [&](const PodContainer& container) {
    bool found = false;
    for (const ContainerPort& port : container.ports) {
      if (port.host_port == 0) continue;
      ports.insert(base::format("{}", port.host_port));
      found = true;
    }
    return found;
  });
  if (names.empty()) return {};
  return Found{base::format("{} {} hostPort{} {}", named("container", names), names.size() == 1 ? "uses" : "use",
                            ports.size() == 1 ? "" : "s", base::joined({ports.begin(), ports.end()}, ", ")),
               names};
}

std::optional<Found> handler_hosts(const Pod& pod, int) {
  std::set<std::string> hosts;
  std::set<std::string> sorted_names;  // unlike every other check
  each_container(pod, [&](const PodContainer& container) {
    for (const std::string& host : container.handler_hosts) {
      if (host.empty()) continue;
      hosts.insert(host);
      sorted_names.insert(container.name);
    }
  });
  if (hosts.empty()) return {};
  std::vector<std::string> names(sorted_names.begin(), sorted_names.end());
  std::string detail = base::format("{} {} probe or lifecycle host{} {}", named("container", names),
                                    names.size() == 1 ? "uses" : "use", hosts.size() == 1 ? "" : "s", in_quotes(hosts));
  return Found{std::move(detail), std::move(names)};
}

std::optional<Found> privileged(const Pod& pod, int) {
  const std::vector<std::string> names = containers_where(
      pod, [](const PodContainer& container) { return container.security && container.security->privileged == true; });
  if (names.empty()) return {};
  return Found{base::format("{} must not set securityContext.privileged=true", named("container", names)), names};
}

std::optional<Found> proc_mount(const Pod& pod, int) {
  std::set<std::string> values;
  const std::vector<std::string> names = containers_where(pod, [&](const PodContainer& container) {
    if (!container.security || container.security->proc_mount.empty() || container.security->proc_mount == "Default")
      return false;
    values.insert(container.security->proc_mount);
    return true;
  });
  if (names.empty()) return {};
  return Found{base::format("{} must not set securityContext.procMount to {}", named("container", names), in_quotes(values)),
               names};
}

std::optional<Found> se_linux(const Pod& pod, int minor) {
  Setters setters;
  bool user = false;
  bool role = false;
  const auto refused = [&](const std::optional<SeLinuxOptions>& options) {
    if (!options) return false;
    const bool type = !allows(allowed_se_linux_types(), options->type, minor);
    if (type) setters.values.insert(options->type);
    user |= !options->user.empty();
    role |= !options->role.empty();
    return type || !options->user.empty() || !options->role.empty();
  };
  setters.pod = pod.security && refused(pod.security->se_linux);
  setters.containers = containers_where(
      pod, [&](const PodContainer& container) { return container.security && refused(container.security->se_linux); });
  if (setters.none()) return {};
  std::vector<std::string> what;
  if (!setters.values.empty()) what.push_back(named("type", {setters.values.begin(), setters.values.end()}));
  if (user) what.emplace_back("user may not be set");
  if (role) what.emplace_back("role may not be set");
  return Found{base::format("{} set forbidden securityContext.seLinuxOptions: {}", setters.words(), base::joined(what, "; ")),
               setters.containers};
}

std::optional<Found> sysctls(const Pod& pod, int minor) {
  std::vector<std::string> names;  // as often as the pod has them
  if (pod.security)
    for (const Sysctl& sysctl : pod.security->sysctls)
      if (!allows(allowed_sysctls(), sysctl.name, minor)) names.push_back(sysctl.name);
  if (names.empty()) return {};
  return Found{base::joined(names, ", ")};
}

std::optional<Found> windows_host_process(const Pod& pod, int) {
  const auto sets = [](const auto& security) {
    return security && security->windows && security->windows->host_process == true;
  };
  const Setters setters{sets(pod.security),
                        containers_where(pod, [&](const PodContainer& container) { return sets(container.security); })};
  if (setters.none()) return {};
  return Found{base::format("{} must not set securityContext.windowsOptions.hostProcess=true", setters.words()),
               setters.containers};
}

}  // namespace railhead::manifest::psa
