#include "manifest/pod/read.h"

#include <utility>

#include "manifest/pod/security.h"
#include "manifest/pod/typed.h"
#include "manifest/pod/volume.h"

namespace railhead::manifest {
namespace {

/// httpGet, tcpSocket and their like below a probe or a hook.
void add_hosts(Section handler, std::vector<std::string>& hosts) {
  for (const char* action : {"httpGet", "tcpSocket"})
    if (auto host = handler.section(action).text("host"); host && !host->empty()) hosts.push_back(std::move(*host));
}

std::vector<std::string> handler_hosts(Section& container) {
  std::vector<std::string> hosts;
  for (const char* probe : {"livenessProbe", "readinessProbe", "startupProbe"}) add_hosts(container.section(probe), hosts);
  Section lifecycle = container.section("lifecycle");
  for (const char* hook : {"postStart", "preStop"}) add_hosts(lifecycle.section(hook), hosts);
  return hosts;
}

std::int32_t port_number(Section& port, std::string_view key) {
  const std::int64_t number = port.whole_number(key).value_or(0);
  if (number >= 0 && number <= 65535) return static_cast<std::int32_t>(number);
  port.refuse_because(port.value(), key, "expected a port from 1 to 65535");
  return 0;
}

std::vector<ContainerPort> ports_of(Section& container) {
  std::vector<ContainerPort> ports;
  std::vector<Section> found = container.sections("ports");
  ports.reserve(found.size());
  for (Section& port : found)
    ports.push_back({.container_port = port_number(port, "containerPort"), .host_port = port_number(port, "hostPort")});
  return ports;
}

std::vector<std::string> mount_paths(Section& container) {
  std::vector<std::string> paths;
  std::vector<Section> mounts = container.sections("volumeMounts");
  paths.reserve(mounts.size());
  for (Section& mount : mounts) paths.push_back(mount.text("mountPath").value_or(""));
  return paths;
}

PodContainer container_of(Section& container) {
  PodContainer read{.name = container.text("name").value_or(""), .image = container.text("image").value_or("")};
  Section security = container.section("securityContext");
  read.source = container.place();
  read.security_source = security.there() ? security.place() : read.source;
  read.security = container_security(security);
  read.ports = ports_of(container);
  read.handler_hosts = handler_hosts(container);
  read.mount_paths = mount_paths(container);
  read.restart_always = container.text("restartPolicy") == "Always";
  return read;
}

std::vector<PodContainer> containers_of(Section& spec, std::string_view key) {
  std::vector<PodContainer> containers;
  std::vector<Section> found = spec.sections(key);
  containers.reserve(found.size());
  for (Section& container : found) containers.push_back(container_of(container));
  return containers;
}

void read_metadata(Section metadata, Pod& pod) {
  pod.name = metadata.text("name").value_or("");
  pod.generate_name = metadata.text("generateName").value_or("");
  pod.space = metadata.text("namespace").value_or("");
  pod.labels = metadata.words("labels");
  pod.annotations = metadata.words("annotations");
}

void read_spec(Section spec, Pod& pod) {
  pod.source = spec.place();
  // The older field counts where the newer one is not set (pkg/apis/core/v1/conversion.go).
  const std::optional<std::string> older = spec.text("serviceAccount");
  pod.service_account = spec.text("serviceAccountName").value_or(older.value_or(""));
  pod.automount_token = spec.boolean("automountServiceAccountToken");
  pod.host_network = spec.boolean("hostNetwork").value_or(false);
  pod.host_pid = spec.boolean("hostPID").value_or(false);
  pod.host_ipc = spec.boolean("hostIPC").value_or(false);
  pod.host_users = spec.boolean("hostUsers");
  pod.share_process_namespace = spec.boolean("shareProcessNamespace");
  pod.os = spec.section("os").text("name").value_or("");
  Section security = spec.section("securityContext");
  pod.security_source = security.there() ? security.place() : pod.source;
  pod.security = pod_security(security);
  pod.init_containers = containers_of(spec, "initContainers");
  pod.containers = containers_of(spec, "containers");
  pod.ephemeral_containers = containers_of(spec, "ephemeralContainers");
  pod.volumes = volumes_of(spec);
}

}  // namespace

base::Result<Pod> read_pod(const Value& metadata, const Value& spec, const Origin& origin) {
  Findings findings;
  Pod pod;
  read_metadata({metadata, "metadata", origin, findings}, pod);
  read_spec({spec, "spec", origin, findings}, pod);
  if (findings.error) return std::unexpected(*findings.error);
  pod.unknown_fields = std::move(findings.unknown);
  return pod;
}

}  // namespace railhead::manifest
