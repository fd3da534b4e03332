#include "cli/memlock/accounts.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/scc/access.h"

namespace railhead::cli {
namespace {

using manifest::scc::Binding;
using manifest::scc::Constraint;
using manifest::scc::Role;
using manifest::scc::World;

constexpr std::string_view kAccount = "system:serviceaccount:";
constexpr std::string_view kAccountsOf = "system:serviceaccounts:";
constexpr std::size_t kMostPeople = 64;

/// Collects accounts once each, within what the names ask for.
class Collected {
 public:
  Collected(const std::string& space, const std::string& name) : space_(space), name_(name) {}

  void add(std::string_view space, std::string_view name) {
    if (found_.size() > kMostAccounts || space.empty() || name.empty()) return;
    if (space_.empty() ? is_of_the_cluster(space) : space != space_) return;
    if (!name_.empty() && name != name_ && name != kAnyAccount) return;
    Account account{std::string(space), name == kAnyAccount && !name_.empty() ? name_ : std::string(name)};
    if (std::ranges::find(found_, account) == found_.end()) found_.push_back(std::move(account));
  }

  void add_user(std::string_view user) {
    if (!user.starts_with(kAccount)) return;
    const std::vector<std::string_view> parts = base::split(user.substr(kAccount.size()), ':');
    if (parts.size() == 2) add(parts[0], parts[1]);
  }

  void add_group(std::string_view group) {
    if (group.starts_with(kAccountsOf)) add(group.substr(kAccountsOf.size()), kAnyAccount);
  }

  std::vector<Account> take() { return std::move(found_); }

 private:
  static bool is_of_the_cluster(std::string_view space) {
    return space.starts_with("kube-") || space.starts_with("openshift-");
  }

  const std::string& space_;
  const std::string& name_;
  std::vector<Account> found_ = {};
};

using RoleKey = std::tuple<bool, std::string_view, std::string_view>;  // cluster, namespace, name
using Roles = std::map<RoleKey, const Role*>;

Roles roles_of(const World& world) {
  Roles roles;
  for (const Role& role : world.roles)
    roles[{role.cluster, role.cluster ? "" : std::string_view(role.space), role.name}] = &role;
  return roles;
}

/// False where the role is there and says nothing of SCCs. Clusters have thousands of those.
bool may_be_about_constraints(const Binding& binding, const Roles& roles) {
  const bool cluster = binding.cluster || binding.cluster_role;
  const auto role = roles.find({cluster, cluster ? "" : std::string_view(binding.space), binding.role});
  if (role == roles.end() || role->second->aggregated) return true;
  return std::ranges::any_of(role->second->rules, [](const manifest::scc::PolicyRule& rule) {
    return std::ranges::any_of(rule.resources, [](const std::string& resource) {
      return resource == "*" || resource == "securitycontextconstraints";
    });
  });
}

/// A RoleBinding may leave out the namespace of an account of its own.
const std::string& space_of(const manifest::scc::Subject& subject, const Binding& binding) {
  return subject.space.empty() && !binding.cluster ? binding.space : subject.space;
}

bool is_person(std::string_view user) { return !user.starts_with(kAccount); }

/// Groups that a service account's grants come from, or everybody's, are no people.
bool is_of_people(std::string_view group) { return !group.starts_with("system:serviceaccounts"); }

void add_once(std::vector<std::string>& texts, std::string text) {
  if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
}

bool may_use(const Constraint& constraint, const World& world, const std::string& space, const manifest::scc::Subject& who) {
  const manifest::scc::Creator creator =
      who.kind == "User" ? manifest::scc::Creator{.user = who.name} : manifest::scc::Creator{.user = "-", .groups = {who.name}};
  return access(constraint, world, space, "", creator).by != manifest::scc::AccessBy::none;
}

}  // namespace

std::string shown(const Account& account) {
  return account.name == kAnyAccount ? "" : base::one_line(base::format("{}/{}", account.space, account.name));
}

std::vector<Account> accounts(const World& world, const std::string& space, const std::string& name) {
  const std::string only = space.empty() && world.namespaces.size() == 1 ? world.namespaces[0].name : space;
  Collected collected(only, name);
  collected.add(only.empty() ? kAnySpace : only, name.empty() ? std::string_view(kAnyAccount) : std::string_view(name));
  for (const Constraint& constraint : world.constraints) {
    for (const std::string& user : constraint.users) collected.add_user(user);
    for (const std::string& group : constraint.groups) collected.add_group(group);
  }
  const Roles roles = roles_of(world);
  for (const Binding& binding : world.bindings) {
    if (!may_be_about_constraints(binding, roles)) continue;
    for (const manifest::scc::Subject& subject : binding.subjects) {
      if (subject.kind == "ServiceAccount") collected.add(space_of(subject, binding), subject.name);
      if (subject.kind == "User") collected.add_user(subject.name);
      if (subject.kind == "Group") collected.add_group(subject.name);
    }
  }
  return collected.take();
}

std::string people_with(const Constraint& constraint, const World& world, const std::string& space) {
  std::vector<std::string> people;
  for (const std::string& user : constraint.users)
    if (is_person(user)) add_once(people, "user " + base::one_line(user));
  for (const std::string& group : constraint.groups)
    if (is_of_people(group)) add_once(people, "group " + base::one_line(group));
  std::size_t asked = 0;
  for (const Binding& binding : world.bindings)
    for (const manifest::scc::Subject& subject : binding.subjects) {
      const bool person = subject.kind == "User" ? is_person(subject.name) : subject.kind == "Group";
      if (!person || !is_of_people(subject.name) || subject.name.starts_with("system:") || ++asked > kMostPeople) continue;
      if (may_use(constraint, world, space, subject))
        add_once(people, base::format("{} {}", base::lowered(subject.kind), base::one_line(subject.name)));
    }
  return base::listed(people, 4);
}

}  // namespace railhead::cli
