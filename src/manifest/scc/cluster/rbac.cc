#include "manifest/scc/cluster/rbac.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

#include "base/format.h"

namespace railhead::manifest::scc {
namespace {

constexpr std::string_view kGroup = "security.openshift.io";
constexpr std::string_view kResource = "securitycontextconstraints";
constexpr std::string_view kSccRole = "system:openshift:scc:";

/// ClusterRoles that every OpenShift has and that do not touch SCCs (openshift/openshift-apiserver pkg/bootstrappolicy,
/// kubernetes plugin/pkg/auth/authorizer/rbac/bootstrappolicy). Those that other roles are aggregated into are not here:
/// anything may have been added to admin, edit, view and cluster-reader.
constexpr std::array<std::string_view, 14> kWithoutUse = {
    "basic-user",          "self-provisioner",    "system:auth-delegator",     "system:basic-user",    "system:deployer",
    "system:discovery",    "system:image-puller", "system:image-pusher",       "system:image-builder", "system:image-pruner",
    "system:image-signer", "system:node-reader",  "system:public-info-viewer", "system:webhook"};

bool has(const std::vector<std::string>& names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }
bool has_or_all(const std::vector<std::string>& names, std::string_view name) { return has(names, "*") || has(names, name); }

bool gives_use(const PolicyRule& rule) {
  return has_or_all(rule.verbs, "use") && has_or_all(rule.api_groups, kGroup) && has_or_all(rule.resources, kResource);
}

std::string account_user(std::string_view space, std::string_view name) {
  return base::format("system:serviceaccount:{}:{}", space, name);
}

bool is_subject(const Subject& subject, const Binding& binding, const Grants& who) {
  if (subject.kind == "User") return subject.name == who.user;
  if (subject.kind == "Group") return has(who.groups, subject.name);
  if (subject.kind != "ServiceAccount") return false;
  const std::string& space = subject.space.empty() && !binding.cluster ? binding.space : subject.space;
  return !space.empty() && who.user == account_user(space, subject.name);
}

bool binds(const Binding& binding, const Grants& who, const std::string& space) {
  if (!binding.cluster && binding.space != space) return false;
  return std::ranges::any_of(binding.subjects, [&](const Subject& subject) { return is_subject(subject, binding, who); });
}

std::string way_of(const Binding& binding) {
  const std::string kind = binding.cluster ? "ClusterRoleBinding" : "RoleBinding";
  if (binding.source.empty()) return base::format("{} {}", kind, binding.name);
  return base::format("{} {} ({})", kind, binding.name, binding.source);
}

using RoleKey = std::tuple<bool, std::string_view, std::string_view>;
using Roles = std::map<RoleKey, const Role*>;

RoleKey key(bool cluster, std::string_view space, std::string_view name) {
  return {cluster, cluster ? std::string_view() : space, name};
}

Roles roles_of(const World& world) {
  Roles roles;
  for (const Role& role : world.roles) roles[key(role.cluster, role.space, role.name)] = &role;
  return roles;
}

void give_all(Grants& grants, const std::string& way) {
  if (!grants.all) grants.all = way;
}

void give_rules(Grants& grants, const Role& role, const std::string& way) {
  for (const PolicyRule& rule : role.rules) {
    if (!gives_use(rule)) continue;
    if (rule.resource_names.empty()) give_all(grants, way);
    for (const std::string& name : rule.resource_names) grants.by_name.emplace(name, way);
  }
}

void doubt(Grants& grants, std::string_view role_kind, const Binding& binding, std::string_view why) {
  if (grants.unsure.empty())
    grants.unsure = base::format("{} {}, which {} binds, {}", role_kind, binding.role, way_of(binding), why);
}

/// A role that is not among the objects: every OpenShift has some, and those are known.
void give_built_in(Grants& grants, const Binding& binding) {
  const std::string_view role = binding.role;
  const std::string way = way_of(binding);
  if (!binding.cluster_role) return doubt(grants, "Role", binding, "is not among the objects");
  if (role == "cluster-admin") return give_all(grants, way);
  if (role.starts_with(kSccRole)) {
    grants.by_name.emplace(role.substr(kSccRole.size()), way);
  } else if (std::ranges::find(kWithoutUse, role) == kWithoutUse.end()) {
    doubt(grants, "ClusterRole", binding, "is not among the objects");
  }
}

}  // namespace

bool gives_use(const Role& role) {
  return std::ranges::any_of(role.rules, [](const PolicyRule& rule) { return gives_use(rule); });
}

std::vector<std::string> given_by_name(const Binding& binding, const Role* role) {
  std::vector<std::string> names;
  if (role == nullptr) {
    if (binding.cluster_role && binding.role.starts_with(kSccRole)) names.push_back(binding.role.substr(kSccRole.size()));
    return names;
  }
  for (const PolicyRule& rule : role->rules)
    if (gives_use(rule)) names.insert(names.end(), rule.resource_names.begin(), rule.resource_names.end());
  return names;
}

void add_rbac(Grants& grants, const World& world, const std::string& space) {
  const Roles roles = roles_of(world);
  for (const Binding& binding : world.bindings) {
    if (!binds(binding, grants, space)) continue;
    const auto role = roles.find(key(binding.cluster || binding.cluster_role, binding.space, binding.role));
    if (role == roles.end()) {
      give_built_in(grants, binding);
      continue;
    }
    give_rules(grants, *role->second, way_of(binding));
    // The server writes the rules of an aggregated role; one without any is as a manifest has it.
    if (role->second->aggregated && role->second->rules.empty())
      doubt(grants, "ClusterRole", binding, "has an aggregationRule: the server puts its rules together");
  }
}

}  // namespace railhead::manifest::scc
