#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/format.h"
#include "manifest/scc/strategy/strategies.h"
#include "manifest/validation/go_text.h"

namespace railhead::manifest::scc {

namespace {

/// Every SCC allows these. The last three only where the API server's kernel has them per namespace (3.16, 4.15, 4.15), which
/// holds for the kernels of OpenShift 4.14 and later. Source: openshift/apiserver-library-go,
/// pkg/securitycontextconstraints/sysctl, September 2025; tcp_rmem and the first ones measured with Kubernetes 1.36.
constexpr std::array<std::string_view, 12> kSafeSysctls = {"kernel.shm_rmid_forced",
                                                           "net.ipv4.ip_local_port_range",
                                                           "net.ipv4.tcp_syncookies",
                                                           "net.ipv4.ping_group_range",
                                                           "net.ipv4.ip_unprivileged_port_start",
                                                           "net.ipv4.tcp_keepalive_time",
                                                           "net.ipv4.tcp_fin_timeout",
                                                           "net.ipv4.tcp_keepalive_intvl",
                                                           "net.ipv4.tcp_keepalive_probes",
                                                           "net.ipv4.ip_local_reserved_ports",
                                                           "net.ipv4.tcp_rmem",
                                                           "net.ipv4.tcp_wmem"};

/// A star at the end of a pattern stands for any rest.
bool matches(const std::vector<std::string>& patterns, std::string_view name) {
  return std::ranges::any_of(patterns, [name](std::string_view pattern) {
    if (!pattern.ends_with('*')) return name == pattern;
    pattern.remove_suffix(1);
    return name.starts_with(pattern);
  });
}

void refuse(Trial& trial, std::size_t index, const std::string& name, std::string why) {
  add_forbidden(trial, {.field = Field::sysctl,
                        .path = base::format("spec.securityContext.sysctls[{}]", index),
                        .value = go_quoted(name),
                        .why = std::move(why)});
}

}  // namespace

void check_sysctls(Trial& trial) {
  if (!trial.pod.security) return;
  const std::vector<Sysctl>& sysctls = trial.pod.security->sysctls;
  for (std::size_t index = 0; index < sysctls.size(); ++index) {
    const std::string& name = sysctls[index].name;
    if (matches(trial.constraint.forbidden_sysctls, name)) {
      refuse(trial, index, name, base::format("sysctl {} is not allowed", go_quoted(name)));
    } else if (std::ranges::find(kSafeSysctls, name) == kSafeSysctls.end() && !matches(trial.constraint.unsafe_sysctls, name)) {
      refuse(trial, index, name, base::format("unsafe sysctl {} is not allowed", go_quoted(name)));
    }
  }
}

}  // namespace railhead::manifest::scc
