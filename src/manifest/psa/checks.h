#pragma once

#include <optional>

#include "manifest/psa/rules.h"

/// What each rule looks at. The texts are the server's.
namespace railhead::manifest::psa {

// Baseline (checks_baseline.cc, checks_profiles.cc).
std::optional<Found> app_armor(const Pod& pod, int minor);
std::optional<Found> added_capabilities(const Pod& pod, int minor);
std::optional<Found> host_namespaces(const Pod& pod, int minor);
std::optional<Found> host_path_volumes(const Pod& pod, int minor);
std::optional<Found> host_ports(const Pod& pod, int minor);
std::optional<Found> handler_hosts(const Pod& pod, int minor);
std::optional<Found> privileged(const Pod& pod, int minor);
std::optional<Found> proc_mount(const Pod& pod, int minor);
std::optional<Found> se_linux(const Pod& pod, int minor);
std::optional<Found> seccomp_annotations(const Pod& pod, int minor);
std::optional<Found> seccomp_allowed(const Pod& pod, int minor);
std::optional<Found> sysctls(const Pod& pod, int minor);
std::optional<Found> windows_host_process(const Pod& pod, int minor);

// Restricted (checks_restricted.cc, checks_profiles.cc).
std::optional<Found> privilege_escalation(const Pod& pod, int minor);
std::optional<Found> dropped_capabilities(const Pod& pod, int minor);
std::optional<Found> volume_types(const Pod& pod, int minor);
std::optional<Found> run_as_non_root(const Pod& pod, int minor);
std::optional<Found> run_as_root(const Pod& pod, int minor);
std::optional<Found> seccomp_required(const Pod& pod, int minor);

}  // namespace railhead::manifest::psa
