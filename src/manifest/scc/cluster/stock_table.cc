#include "manifest/scc/cluster/stock_table.h"

#include <array>

namespace railhead::manifest::scc {
namespace {

constexpr auto kAny = Strategy::run_as_any;
constexpr auto kMust = Strategy::must_run_as;
constexpr auto kRange = UserStrategy::must_run_as_range;
constexpr auto kNonRoot = UserStrategy::must_run_as_non_root;
constexpr auto kOwnNamespace = UserNamespaceLevel::require_pod;
constexpr std::string_view kFour = "KILL MKNOD SETUID SETGID";
constexpr std::string_view kDefault = "runtime/default";
constexpr std::string_view kBind = "NET_BIND_SERVICE";

constexpr std::array<StockRow, 13> kRows = {{
    {.name = "anyuid", .priority = 10, .drops = "MKNOD", .groups = "system:cluster-admins"},
    {.name = "hostaccess",
     .network_and_ports = true,
     .host_namespaces = true,
     .host_dir = true,
     .drops = kFour,
     .user = kRange,
     .fs_group = kMust,
     .volumes = "hostPath"},
    {.name = "hostmount-anyuid",
     .host_dir = true,
     .drops = "MKNOD",
     .volumes = "hostPath nfs",
     .users = "system:serviceaccount:openshift-infra:pv-recycler-controller"},
    {.name = "hostmount-anyuid-v2",
     .since = {4, 17},
     .host_dir = true,
     .drops = "MKNOD",
     .se_linux = kAny,
     .volumes = "hostPath nfs"},
    {.name = "hostnetwork",
     .network_and_ports = true,
     .drops = kFour,
     .user = kRange,
     .fs_group = kMust,
     .supplemental = kMust},
    {.name = "hostnetwork-v2",
     .network_and_ports = true,
     .escalation = false,
     .capabilities = kBind,
     .drops = "ALL",
     .user = kRange,
     .fs_group = kMust,
     .supplemental = kMust,
     .seccomp = kDefault},
    {.name = "nested-container",
     .since = {4, 20},
     .capabilities = "SETUID SETGID",
     .user = kRange,
     .se_linux_type = "container_engine_t",
     .fs_group = kMust,
     .supplemental = kMust,
     .ids = {0, 65534},
     .seccomp = "*",
     .user_namespace = kOwnNamespace},
    {.name = "nonroot", .drops = kFour, .user = kNonRoot},
    {.name = "nonroot-v2", .escalation = false, .capabilities = kBind, .drops = "ALL", .user = kNonRoot, .seccomp = kDefault},
    {.name = "privileged",
     .privileged = true,
     .network_and_ports = true,
     .host_namespaces = true,
     .host_dir = true,
     .capabilities = "*",
     .se_linux = kAny,
     .seccomp = "*",
     .unsafe_sysctls = "*",
     .volumes = "*",
     .users = "system:admin system:serviceaccount:openshift-infra:build-controller",
     .groups = "system:cluster-admins system:nodes system:masters"},
    {.name = "restricted", .drops = kFour, .user = kRange, .fs_group = kMust},
    {.name = "restricted-v2",
     .escalation = false,
     .capabilities = kBind,
     .drops = "ALL",
     .user = kRange,
     .fs_group = kMust,
     .seccomp = kDefault,
     .for_everyone = true},
    {.name = "restricted-v3",
     .since = {4, 20},
     .escalation = false,
     .capabilities = kBind,
     .drops = "ALL",
     .user = kRange,
     .fs_group = kMust,
     .supplemental = kMust,
     .ids = {1000, 65534},
     .seccomp = kDefault,
     .user_namespace = kOwnNamespace,
     .for_everyone = true},
}};

constexpr std::array<StockVolume, 9> kVolumes = {{{"configMap"},
                                                  {"csi", {4, 13}},
                                                  {"downwardAPI"},
                                                  {"emptyDir"},
                                                  {"ephemeral", {4, 12}},
                                                  {"image", {4, 20}},
                                                  {"persistentVolumeClaim"},
                                                  {"projected"},
                                                  {"secret"}}};

/// Until 4.14 the role of hostmount-anyuid has another name, under which it names an SCC that is not there.
constexpr std::array<StockRole, 14> kRoles = {{{"anyuid"},
                                               {"hostaccess"},
                                               {"hostmount"},
                                               {"hostmount-anyuid", {4, 15}},
                                               {"hostmount-anyuid-v2", {4, 17}},
                                               {"hostnetwork"},
                                               {"hostnetwork-v2"},
                                               {"nested-container", {4, 20}},
                                               {"nonroot"},
                                               {"nonroot-v2"},
                                               {"privileged"},
                                               {"restricted"},
                                               {"restricted-v2"},
                                               {"restricted-v3", {4, 20}}}};

}  // namespace

std::span<const StockRow> stock_rows() { return kRows; }
std::span<const StockVolume> stock_volumes() { return kVolumes; }
std::span<const StockRole> stock_roles() { return kRoles; }

}  // namespace railhead::manifest::scc
