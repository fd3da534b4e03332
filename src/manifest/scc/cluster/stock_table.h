#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string_view>

#include "manifest/scc/constraint.h"

/// The SCCs that come with OpenShift, as a table.
///
/// Source: openshift/cluster-kube-apiserver-operator, bindata/bootkube/scc-manifests, branches release-4.11 to release-5.0 as
/// of August 2026, each with the newest patch release of its version; the values of 5.0 agree with those that a server of 5.0
/// returned. What came into a version only with a patch release:
///   4.17 to 4.19  hostmount-anyuid-v2 (October 2025)
///   4.20          restricted-v3 bound to system:authenticated and its uid range (October 2025), the image volume (January
///   2026),
///                 the uid range of nested-container (July 2026)
/// Versions before 4.11 are not here: they have no SCC with -v2, `restricted` is for system:authenticated, and their admission
/// treats seccomp and runAsNonRoot otherwise.
namespace railhead::manifest::scc {

/// 4.19: major 4, minor 19.
struct OpenShift {
  int major_number = 0;
  int minor_number = 0;
  auto operator<=>(const OpenShift&) const = default;
};

constexpr OpenShift kFirstKnown = {4, 11};
constexpr OpenShift kLastKnown = {5, 0};
/// Between 4.23 and 5.0 there is no version.
constexpr int kLastOfFour = 23;

/// Lists are words with a blank between them. `ids` are the ranges of runAsUser, fsGroup and supplementalGroups where the SCC
/// has its own; `max` 0: it has none. `volumes` are those beyond the ones that each has (kStockVolumes); "*" is all.
struct StockRow {
  std::string_view name;
  OpenShift since = kFirstKnown;
  std::int32_t priority = 0;
  bool privileged = false;
  bool network_and_ports = false;
  bool host_namespaces = false;  // PID and IPC
  bool host_dir = false;
  bool escalation = true;
  std::string_view capabilities = {};
  std::string_view drops = {};
  UserStrategy user = UserStrategy::run_as_any;
  Strategy se_linux = Strategy::must_run_as;
  std::string_view se_linux_type = {};
  Strategy fs_group = Strategy::run_as_any;
  Strategy supplemental = Strategy::run_as_any;
  IdRange ids = {};
  std::string_view seccomp = {};
  std::string_view unsafe_sysctls = {};
  UserNamespaceLevel user_namespace = UserNamespaceLevel::allow_host;
  std::string_view volumes = {};
  std::string_view users = {};
  std::string_view groups = {};
  bool for_everyone = false;  // a ClusterRoleBinding gives it to system:authenticated
};

struct StockVolume {
  std::string_view type;
  OpenShift since = kFirstKnown;
};

/// A ClusterRole system:openshift:scc:NAME which gives the verb use of one SCC.
struct StockRole {
  std::string_view name;
  OpenShift since = kFirstKnown;
};

std::span<const StockRow> stock_rows();
std::span<const StockVolume> stock_volumes();
std::span<const StockRole> stock_roles();

}  // namespace railhead::manifest::scc
