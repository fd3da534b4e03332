#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// A pod as the API server holds it while admission looks at it: the fields that decide on admission, typed, with what is unset
/// told from what is empty. Sources: kubernetes/api core/v1 types.go, and the defaults of pkg/apis/core/v1/defaults.go.
namespace railhead::manifest {

struct SeLinuxOptions {
  std::string user = {};
  std::string role = {};
  std::string type = {};
  std::string level = {};
  bool operator==(const SeLinuxOptions&) const = default;
};

/// `type`: RuntimeDefault, Unconfined, Localhost. Of seccompProfile and of appArmorProfile.
struct Profile {
  std::string type = {};
  std::optional<std::string> localhost = {};  // localhostProfile
  bool operator==(const Profile&) const = default;
};

struct WindowsOptions {
  std::optional<std::string> credential_spec_name = {};
  std::optional<std::string> credential_spec = {};
  std::optional<std::string> user_name = {};
  std::optional<bool> host_process = {};
  bool operator==(const WindowsOptions&) const = default;
};

/// An absent list and an empty one are the same to the API server; what is written back leaves an empty list out.
struct Capabilities {
  std::vector<std::string> add = {};
  std::vector<std::string> drop = {};
  bool operator==(const Capabilities&) const = default;
};

struct Sysctl {
  std::string name;
  std::string value;
  bool operator==(const Sysctl&) const = default;
};

/// spec.securityContext. Text that is not set is empty.
struct PodSecurity {
  std::optional<SeLinuxOptions> se_linux = {};
  std::optional<WindowsOptions> windows = {};
  std::optional<std::int64_t> run_as_user = {};
  std::optional<std::int64_t> run_as_group = {};
  std::optional<bool> run_as_non_root = {};
  std::optional<std::vector<std::int64_t>> supplemental_groups = {};
  std::string supplemental_groups_policy = {};
  std::optional<std::int64_t> fs_group = {};
  std::string fs_group_change_policy = {};
  std::optional<Profile> seccomp = {};
  std::optional<Profile> app_armor = {};
  std::vector<Sysctl> sysctls = {};
  std::string se_linux_change_policy = {};
  bool operator==(const PodSecurity&) const = default;
};

/// The securityContext of a container.
struct ContainerSecurity {
  std::optional<Capabilities> capabilities = {};
  std::optional<bool> privileged = {};
  std::optional<SeLinuxOptions> se_linux = {};
  std::optional<WindowsOptions> windows = {};
  std::optional<std::int64_t> run_as_user = {};
  std::optional<std::int64_t> run_as_group = {};
  std::optional<bool> run_as_non_root = {};
  std::optional<bool> read_only_root = {};
  std::optional<bool> privilege_escalation = {};
  std::string proc_mount = {};
  std::optional<Profile> seccomp = {};
  std::optional<Profile> app_armor = {};
  bool operator==(const ContainerSecurity&) const = default;
};

/// `host_port` 0: none.
struct ContainerPort {
  std::int32_t container_port = 0;
  std::int32_t host_port = 0;
  bool operator==(const ContainerPort&) const = default;
};

/// `handler_hosts`: every host that a probe or a lifecycle hook names (httpGet.host, tcpSocket.host), in the order liveness,
/// readiness, startup, postStart, preStop; httpGet before tcpSocket in each.
struct PodContainer {
  std::string name;
  std::string image = {};
  std::optional<ContainerSecurity> security = {};
  std::vector<ContainerPort> ports = {};
  std::vector<std::string> handler_hosts = {};
  std::vector<std::string> mount_paths = {};
  bool restart_always = false;  // of an init container: a sidecar
  std::string source = {};      // FILE:LINE of the container, and of its securityContext or the container
  std::string security_source = {};
  bool operator==(const PodContainer&) const = default;
};

/// `types`: the sources that are set, one in a valid volume ("hostPath", "configMap"); none is an emptyDir. `only_token`: a
/// projected volume with no other sources than the server gives to the volume of a service account's token.
struct PodVolume {
  std::string name;
  std::vector<std::string> types = {};
  std::string driver = {};  // of csi and of flexVolume
  bool only_token = false;
  std::string source = {};  // FILE:LINE
  bool operator==(const PodVolume&) const = default;
};

struct Pod {
  std::string name = {};
  std::string generate_name = {};
  std::string space = {};  // metadata.namespace
  std::map<std::string, std::string> labels = {};
  std::map<std::string, std::string> annotations = {};
  std::string service_account = {};  // "" until it is defaulted
  std::optional<bool> automount_token = {};
  bool host_network = false;
  bool host_pid = false;
  bool host_ipc = false;
  std::optional<bool> host_users = {};
  std::optional<bool> share_process_namespace = {};
  std::string os = {};  // spec.os.name
  std::optional<PodSecurity> security = {};
  std::vector<PodContainer> init_containers = {};
  std::vector<PodContainer> containers = {};
  std::vector<PodContainer> ephemeral_containers = {};
  std::vector<PodVolume> volumes = {};
  std::vector<std::string> unknown_fields = {};  // "FILE:LINE: spec.securityContext.foo": the server ignores or refuses them
  std::string source = {};                       // FILE:LINE of the spec
  std::string security_source = {};              // of spec.securityContext, else of the spec
  bool operator==(const Pod&) const = default;
};

}  // namespace railhead::manifest
