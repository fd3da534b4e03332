#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "manifest/pod/pod.h"

/// SecurityContextConstraints of OpenShift (openshift/api security/v1 types.go) as their admission plugin sees them.
namespace railhead::manifest::scc {

enum class UserStrategy : std::uint8_t { must_run_as, must_run_as_range, must_run_as_non_root, run_as_any };
enum class Strategy : std::uint8_t { must_run_as, run_as_any };
enum class UserNamespaceLevel : std::uint8_t { allow_host, require_pod };

/// Both ends count.
struct IdRange {
  std::int64_t min = 0;
  std::int64_t max = 0;
  bool operator==(const IdRange&) const = default;
};

/// `uid` is that of MustRunAs; `min` and `max` are those of MustRunAsRange: with both missing the namespace's range counts,
/// with one missing the server refuses every pod, as it does for MustRunAs without a uid (see ranges_for).
struct RunAsUser {
  UserStrategy type = UserStrategy::run_as_any;
  std::optional<std::int64_t> uid = {};
  std::optional<std::int64_t> min = {};
  std::optional<std::int64_t> max = {};
};

struct SeLinuxContext {
  Strategy type = Strategy::run_as_any;
  std::optional<SeLinuxOptions> options = {};
};

/// fsGroup, supplementalGroups. No ranges: the namespace's.
struct GroupRule {
  Strategy type = Strategy::run_as_any;
  std::vector<IdRange> ranges = {};
};

/// As the server holds it: `host_dir` has been applied to `volumes` (see constraint_of in read.h), what is not set has its
/// default.
struct Constraint {
  std::string name;
  std::int32_t priority = 0;
  bool privileged = false;    // allowPrivilegedContainer
  bool host_network = false;  // allowHostNetwork, and so on
  bool host_ports = false;
  bool host_pid = false;
  bool host_ipc = false;
  bool host_dir = false;                          // allowHostDirVolumePlugin
  std::optional<bool> privilege_escalation = {};  // allowPrivilegeEscalation: not set is true
  std::optional<bool> default_privilege_escalation = {};
  bool read_only_root = false;
  std::vector<std::string> allowed_capabilities = {};
  std::vector<std::string> default_capabilities = {};  // defaultAddCapabilities
  std::vector<std::string> required_drops = {};
  RunAsUser run_as_user = {};
  SeLinuxContext se_linux = {};
  GroupRule fs_group = {};
  GroupRule supplemental_groups = {};
  std::vector<std::string> seccomp_profiles = {};
  std::vector<std::string> unsafe_sysctls = {};  // allowedUnsafeSysctls
  std::vector<std::string> forbidden_sysctls = {};
  std::vector<std::string> volumes = {};
  std::vector<std::string> flex_volumes = {};  // allowedFlexVolumes: drivers
  UserNamespaceLevel user_namespace = UserNamespaceLevel::allow_host;
  std::vector<std::string> users = {};
  std::vector<std::string> groups = {};
  std::string source = {};                       // FILE:LINE, or the source of the built-in table
  std::vector<std::string> unknown_fields = {};  // "FILE:LINE: allowPrivileged": the server leaves them out
};

}  // namespace railhead::manifest::scc
