#include <string>
#include <string_view>
#include <vector>

#include "base/format.h"
#include "manifest/scc/strategy/strategies.h"

namespace railhead::manifest::scc {

namespace {

constexpr const char* kNetworkText = "Host network is not allowed to be used";
constexpr const char* kPidText = "Host PID is not allowed to be used";
constexpr const char* kIpcText = "Host IPC is not allowed to be used";

void refuse(Trial& trial, Field field, std::string_view container, std::string path, const char* why) {
  add_invalid(trial,
              {.field = field, .container = std::string(container), .path = std::move(path), .value = "true", .why = why});
}

void check_network(Trial& trial, std::string_view container, const std::string& path) {
  if (!trial.pod.host_network || trial.constraint.host_network) return;
  refuse(trial, Field::host_network, container, path + ".hostNetwork", kNetworkText);
}

void check_pid(Trial& trial, std::string_view container, const std::string& path) {
  if (!trial.pod.host_pid || trial.constraint.host_pid) return;
  refuse(trial, Field::host_pid, container, path + ".hostPID", kPidText);
}

void check_ipc(Trial& trial, std::string_view container, const std::string& path) {
  if (!trial.pod.host_ipc || trial.constraint.host_ipc) return;
  refuse(trial, Field::host_ipc, container, path + ".hostIPC", kIpcText);
}

void check_users(Trial& trial) {
  const std::optional<bool>& users = trial.pod.host_users;
  if (trial.constraint.user_namespace != UserNamespaceLevel::require_pod || users == false) return;
  add_invalid(trial, {.field = Field::host_users,
                      .path = ".spec.hostUsers",
                      .value = users ? "true" : "null",
                      .why = "Host Users must be set to false"});
}

void check_ports(Trial& trial, const std::vector<PodContainer>& containers, const std::string& path, const char* list) {
  for (std::size_t index = 0; index < containers.size(); ++index) {
    for (const ContainerPort& port : containers[index].ports) {
      if (port.host_port <= 0) continue;
      add_invalid(trial, {.field = Field::host_port,
                          .container = containers[index].name,
                          .path = base::format("{}.{}[{}].hostPort", path, list, index),
                          .value = std::to_string(port.host_port),
                          .why = "Host ports are not allowed to be used"});
    }
  }
}

}  // namespace

void check_host(Trial& trial) {
  check_network(trial, "", ".spec");
  check_pid(trial, "", ".spec");
  check_ipc(trial, "", ".spec");
  check_users(trial);
}

void check_host(Trial& trial, const Spot& spot) {
  check_network(trial, spot.container.name, spot.path);
  if (!trial.constraint.host_ports) {
    check_ports(trial, trial.pod.init_containers, spot.path, "initContainers");
    check_ports(trial, trial.pod.containers, spot.path, "containers");
    check_ports(trial, trial.pod.ephemeral_containers, spot.path, "ephemeralContainers");
  }
  check_pid(trial, spot.container.name, spot.path);
  check_ipc(trial, spot.container.name, spot.path);
}

}  // namespace railhead::manifest::scc
