#include "manifest/scc/stock.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "manifest/scc/cluster/stock_table.h"

namespace railhead::manifest::scc {
namespace {

std::string shown(OpenShift version) { return base::format("{}.{}", version.major_number, version.minor_number); }

std::string source_of(OpenShift version) { return base::format("OpenShift {}", shown(version)); }

/// "4.19", "v4.19.3": a patch release is not looked at.
std::optional<OpenShift> version_named(std::string_view text) {
  if (text.starts_with('v')) text.remove_prefix(1);
  const std::vector<std::string_view> parts = base::split(text.substr(0, 64), '.');
  if (parts.size() < 2 || parts.size() > 3) return std::nullopt;
  const auto major = base::unsigned_number(parts[0]);
  const auto minor = base::unsigned_number(parts[1]);
  if (!major || !minor || *major > 99 || *minor > 999) return std::nullopt;
  return OpenShift{static_cast<int>(*major), static_cast<int>(*minor)};
}

bool is_known(OpenShift version) {
  const bool gap = version.major_number == 4 && version.minor_number > kLastOfFour;
  return version >= kFirstKnown && version <= kLastKnown && !gap;
}

std::vector<std::string> listed_words(std::string_view text) {
  const std::vector<std::string_view> words = base::words(text);
  return {words.begin(), words.end()};
}

/// Sorted, as the server keeps them.
std::vector<std::string> volumes_of(const StockRow& row, OpenShift version) {
  std::vector<std::string> volumes = listed_words(row.volumes);
  if (row.volumes == "*") return volumes;
  for (const StockVolume& volume : stock_volumes())
    if (volume.since <= version) volumes.emplace_back(volume.type);
  std::ranges::sort(volumes);
  return volumes;
}

std::vector<IdRange> own_ranges(const StockRow& row, Strategy strategy) {
  if (strategy != Strategy::must_run_as || row.ids.max == 0) return {};
  return {row.ids};
}

RunAsUser user_of(const StockRow& row) {
  if (row.ids.max == 0) return {.type = row.user};
  return {.type = row.user, .min = row.ids.min, .max = row.ids.max};
}

SeLinuxContext se_linux_of(const StockRow& row) {
  if (row.se_linux_type.empty()) return {.type = row.se_linux};
  return {.type = row.se_linux, .options = SeLinuxOptions{.type = std::string(row.se_linux_type)}};
}

Constraint constraint_of(const StockRow& row, OpenShift version) {
  return {.name = std::string(row.name),
          .priority = row.priority,
          .privileged = row.privileged,
          .host_network = row.network_and_ports,
          .host_ports = row.network_and_ports,
          .host_pid = row.host_namespaces,
          .host_ipc = row.host_namespaces,
          .host_dir = row.host_dir,
          .privilege_escalation = row.escalation,
          .allowed_capabilities = listed_words(row.capabilities),
          .required_drops = listed_words(row.drops),
          .run_as_user = user_of(row),
          .se_linux = se_linux_of(row),
          .fs_group = {.type = row.fs_group, .ranges = own_ranges(row, row.fs_group)},
          .supplemental_groups = {.type = row.supplemental, .ranges = own_ranges(row, row.supplemental)},
          .seccomp_profiles = listed_words(row.seccomp),
          .unsafe_sysctls = listed_words(row.unsafe_sysctls),
          .volumes = volumes_of(row, version),
          .user_namespace = row.user_namespace,
          .users = listed_words(row.users),
          .groups = listed_words(row.groups),
          .source = source_of(version)};
}

std::string role_name(std::string_view scc) { return base::format("system:openshift:scc:{}", scc); }

Role role_of(std::string_view scc, OpenShift version) {
  return {.cluster = true,
          .name = role_name(scc),
          .rules = {{.api_groups = {"security.openshift.io"},
                     .resources = {"securitycontextconstraints"},
                     .resource_names = {std::string(scc)},
                     .verbs = {"use"}}},
          .source = source_of(version)};
}

Binding for_everyone(std::string_view scc, OpenShift version) {
  return {.cluster = true,
          .name = role_name(scc),
          .cluster_role = true,
          .role = role_name(scc),
          .subjects = {{.kind = "Group", .name = "system:authenticated"}},
          .source = source_of(version)};
}

/// Adds an object of the whole cluster unless one of its name is there.
template <class T>
class Adder {
 public:
  explicit Adder(std::vector<T>& objects) : objects_(objects) {
    for (const T& object : objects)
      if (is_of_cluster(object)) names_.insert(object.name);
  }
  void add(T object) {
    if (names_.insert(object.name).second) objects_.push_back(std::move(object));
  }

 private:
  static bool is_of_cluster(const T& object) {
    if constexpr (requires { object.cluster; }) return object.cluster;
    return true;
  }
  std::vector<T>& objects_;
  std::set<std::string> names_ = {};
};

}  // namespace

base::Result<void> add_stock(World& world, std::string_view version) {
  const bool none_given = world.constraints.empty();
  const auto wanted = version.empty() ? std::optional(kLastKnown) : version_named(version);
  if (!wanted || !is_known(*wanted))
    return std::unexpected(
        base::Error{.code = base::Code::usage,
                    .message = base::format("the SCCs that come with OpenShift \"{}\" are not known",
                                            base::one_line(std::string(version.substr(0, 64)))),
                    .cause = base::format("they are known from {} to {}", shown(kFirstKnown), shown(kLastKnown)),
                    .suggestion = "give the cluster's own, as 'oc get scc -o yaml' prints them"});
  Adder constraints(world.constraints);
  Adder bindings(world.bindings);
  for (const StockRow& row : stock_rows()) {
    if (row.since > *wanted) continue;
    constraints.add(constraint_of(row, *wanted));
    if (row.for_everyone) bindings.add(for_everyone(row.name, *wanted));
  }
  Adder roles(world.roles);
  for (const StockRole& role : stock_roles())
    if (role.since <= *wanted) roles.add(role_of(role.name, *wanted));
  world.stock = none_given;
  world.stock_version = shown(*wanted);
  return {};
}

bool is_stock(std::string_view name) {
  return std::ranges::any_of(stock_rows(), [name](const StockRow& row) { return row.name == name; });
}

const std::vector<std::string_view>& required_names() {
  // openshift/apiserver-library-go, sccadmission/admission.go since 4.11.
  static const std::vector<std::string_view> names = {"anyuid",         "hostaccess",   "hostmount-anyuid", "hostnetwork",
                                                      "hostnetwork-v2", "nonroot",      "nonroot-v2",       "privileged",
                                                      "restricted",     "restricted-v2"};
  return names;
}

}  // namespace railhead::manifest::scc
