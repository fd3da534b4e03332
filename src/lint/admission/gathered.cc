#include "lint/admission/gathered.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/psa/psa.h"
#include "manifest/scc/cluster/rbac.h"
#include "manifest/scc/read.h"
#include "manifest/scc/stock.h"

namespace railhead::lint {
namespace {

using namespace manifest::scc;

constexpr std::size_t kMostObjects = 65536;
constexpr const char* kEnforce = "pod-security.kubernetes.io/enforce";
constexpr const char* kUidRange = "openshift.io/sa.scc.uid-range";
constexpr std::string_view kAccount = "system:serviceaccount:";
constexpr std::string_view kAccounts = "system:serviceaccounts:";

/// API groups that only OpenShift has. That of the SR-IOV operator, sriovnetwork.openshift.io, is on every Kubernetes.
constexpr std::array<std::string_view, 10> kGroups = {"route", "apps",    "security", "image", "build",
                                                      "oauth", "project", "template", "quota", "config"};

bool is_group(std::string_view before) {
  return std::ranges::any_of(kGroups, [before](std::string_view group) {
    if (!before.ends_with(group)) return false;
    const std::size_t rest = before.size() - group.size();
    return rest == 0 || std::string_view(" \t\"'\n{:").find(before[rest - 1]) != std::string_view::npos;
  });
}

std::size_t objects_in(const World& world) {
  return world.constraints.size() + world.namespaces.size() + world.roles.size() + world.bindings.size() +
         world.service_accounts.size();
}

std::string key(std::string_view kind, std::string_view space, std::string_view name) {
  return base::format("{} {} {}", kind, space, name);
}

/// What the two agree on stays.
void keep_common(std::map<std::string, std::string>& mine, const std::map<std::string, std::string>& other) {
  std::erase_if(mine, [&other](const auto& entry) {
    const auto found = other.find(entry.first);
    return found == other.end() || found->second != entry.second;
  });
}

bool names_openshift(const std::map<std::string, std::string>& entries) {
  return std::ranges::any_of(entries, [](const auto& entry) {
    return entry.first.starts_with("openshift.io/") || entry.first.find(".openshift.io/") != std::string::npos;
  });
}

/// A binding of a role that is known and gives nothing: it is passed over for every pod otherwise.
class Useless {
 public:
  explicit Useless(const std::vector<Role>& roles) {
    for (const Role& role : roles)
      if (!role.aggregated && !gives_use(role)) without_.insert(key(role.cluster ? "cluster" : "", role.space, role.name));
  }
  bool operator()(const Binding& binding) const {
    const bool cluster = binding.cluster || binding.cluster_role;
    return without_.contains(key(cluster ? "cluster" : "", cluster ? "" : binding.space, binding.role));
  }
  bool operator()(const Role& role) const {
    return without_.contains(key(role.cluster ? "cluster" : "", role.space, role.name));
  }

 private:
  std::set<std::string> without_;
};

template <class T>
std::vector<std::size_t> without_space(const std::vector<T>& objects) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if constexpr (requires { objects[i].cluster; })
      if (objects[i].cluster) continue;
    if (objects[i].space.empty()) found.push_back(i);
  }
  return found;
}

template <class T>
void put_into(const std::string& space, const std::vector<std::size_t>& places, std::vector<T>& objects) {
  for (const std::size_t place : places) objects[place].space = space;
}

/// A role of a namespace that is not known before the pod is: a binding of its name may mean it.
bool has_unplaced(const std::vector<Role>& roles) {
  return std::ranges::any_of(roles, [](const Role& role) { return !role.cluster && role.space.empty(); });
}

}  // namespace

void Gathered::look(std::string_view text) {
  constexpr std::string_view kMark = ".openshift.io/";
  for (std::size_t at = text.find(kMark); !openshift_ && at != std::string_view::npos; at = text.find(kMark, at + 1))
    openshift_ = is_group(text.substr(0, at));
}

void Gathered::add(const manifest::Document& document, const manifest::Origin& origin) {
  World read;
  // An object that the server would refuse is none of the cluster, or it is one that was read wrongly here.
  if (!add_objects(read, document, origin)) return miss();
  if (objects_in(world_) + objects_in(read) > kMostObjects) return miss();
  take(std::move(read));
}

void Gathered::take(World&& read) {
  for (const Constraint& constraint : read.constraints)
    if (!is_stock(constraint.name)) own_.insert(constraint.name);
  openshift_ = openshift_ || !read.constraints.empty();
  std::ranges::move(read.constraints, std::back_inserter(world_.constraints));
  std::ranges::move(read.bindings, std::back_inserter(world_.bindings));
  for (Role& role : read.roles) take(std::move(role));
  for (Namespace& space : read.namespaces) take(std::move(space));
  for (ServiceAccount& account : read.service_accounts) take(std::move(account));
}

void Gathered::take(Role&& role) {
  const auto [place, is_new] =
      places_.try_emplace(key(role.cluster ? "cluster role" : "role", role.space, role.name), world_.roles.size());
  if (is_new) {
    world_.roles.push_back(std::move(role));
    return;
  }
  Role& known = world_.roles[place->second];
  known.aggregated = known.aggregated || role.aggregated;
  std::ranges::move(role.rules, std::back_inserter(known.rules));
}

void Gathered::take(Namespace&& space) {
  openshift_ = openshift_ || names_openshift(space.annotations) || names_openshift(space.labels);
  const auto [place, is_new] = places_.try_emplace(key("namespace", "", space.name), world_.namespaces.size());
  if (is_new) {
    world_.namespaces.push_back(std::move(space));
    return;
  }
  keep_common(world_.namespaces[place->second].labels, space.labels);
  keep_common(world_.namespaces[place->second].annotations, space.annotations);
}

void Gathered::take(ServiceAccount&& account) {
  const auto [place, is_new] = places_.try_emplace(key("account", account.space, account.name), world_.service_accounts.size());
  if (is_new) {
    world_.service_accounts.push_back(std::move(account));
  } else if (world_.service_accounts[place->second].automount_token != account.automount_token) {
    world_.service_accounts[place->second].automount_token = std::nullopt;
  }
}

void Gathered::close() {
  mark_namespaces();
  if (own_.empty() && !enforces_) {
    world_ = {};
    return;
  }
  prune();
  find_grants();
  roles_without_space_ = without_space(world_.roles);
  bindings_without_space_ = without_space(world_.bindings);
  accounts_without_space_ = without_space(world_.service_accounts);
  // The newest lets most through. It is known, so that there is no error.
  if (!add_stock(world_, "")) miss();
}

void Gathered::mark_namespaces() {
  for (Namespace& space : world_.namespaces) {
    space.to_come = !space.annotations.contains(kUidRange);
    enforces_ = enforces_ || space.labels.contains(kEnforce);
  }
}

void Gathered::prune() {
  const bool unplaced = has_unplaced(world_.roles);
  const Useless useless(world_.roles);
  std::erase_if(world_.bindings, [&](const Binding& binding) {
    const bool certain = binding.cluster || binding.cluster_role || (!unplaced && !binding.space.empty());
    return certain && useless(binding);
  });
  std::set<std::string, std::less<>> bound;
  for (const Binding& binding : world_.bindings) bound.insert(binding.role);
  std::erase_if(world_.roles, [&](const Role& role) { return !bound.contains(role.name); });
}

Gathered::Account Gathered::account_of(std::string_view user) {
  if (!user.starts_with(kAccount)) return {.name = std::string(user)};
  const std::vector<std::string_view> parts = base::split(user.substr(kAccount.size()), ':');
  return parts.size() == 2 ? Account{std::string(parts[0]), std::string(parts[1])} : Account{.name = std::string(user)};
}

Gathered::Account Gathered::accounts_of(std::string_view group) {
  return group.starts_with(kAccounts) ? Account{.space = std::string(group.substr(kAccounts.size()))} : Account{};
}

Gathered::Account Gathered::account_of(const Subject& subject, const Binding& binding) {
  if (subject.kind == "User") return account_of(subject.name);
  if (subject.kind == "Group") return accounts_of(subject.name);
  return {.space = subject.space.empty() ? binding.space : subject.space, .name = subject.name};
}

void Gathered::find_grants() {
  const auto note = [this](const Account& account) {
    if (!account.space.empty()) spaces_[account.name].insert(account.space);
  };
  for (const Constraint& constraint : world_.constraints) {
    std::vector<Account>& granted = granted_[constraint.name];
    for (const std::string& user : constraint.users) granted.push_back(account_of(user));
    for (const std::string& group : constraint.groups) granted.push_back(accounts_of(group));
    std::ranges::for_each(granted, note);
  }
  std::map<std::string, const Role*> roles;
  for (const Role& role : world_.roles) roles[key(role.cluster ? "cluster" : "", role.space, role.name)] = &role;
  for (const Binding& binding : world_.bindings) {
    const bool cluster = binding.cluster || binding.cluster_role;
    const auto role = roles.find(key(cluster ? "cluster" : "", cluster ? "" : binding.space, binding.role));
    const std::vector<std::string> names = given_by_name(binding, role == roles.end() ? nullptr : role->second);
    for (const Subject& subject : binding.subjects) {
      const Account account = account_of(subject, binding);
      note(account);
      for (const std::string& name : names)
        if (is_own_scc(name)) granted_[name].push_back(account);
    }
  }
}

bool Gathered::may_be_meant_for(std::string_view constraint, const std::string& space, const std::string& account) const {
  const auto found = granted_.find(constraint);
  if (found == granted_.end() || found->second.empty()) return true;
  return std::ranges::any_of(found->second, [&](const Account& one) {
    return (!one.space.empty() && one.space == space) || (!one.name.empty() && one.name == account);
  });
}

const Namespace* Gathered::enforcing(const std::string& space) const {
  if (!enforces_ || space.empty()) return nullptr;
  const auto place = places_.find(key("namespace", "", space));
  if (place == places_.end()) return nullptr;
  const Namespace& found = world_.namespaces[place->second];
  return found.labels.contains(kEnforce) ? &found : nullptr;
}

std::optional<std::string> Gathered::space_for(const std::string& account) const {
  const std::string name = account.empty() ? "default" : account;
  const auto whole = spaces_.find("");
  const auto own = spaces_.find(name);
  if (own == spaces_.end() && whole == spaces_.end()) return std::string();
  if (own == spaces_.end() || name == "default" || own->second.size() > 1) return std::nullopt;
  if (whole != spaces_.end() && whole->second != own->second) return std::nullopt;
  return *own->second.begin();
}

const World& Gathered::world_for(const std::string& space) {
  if (space != current_) {
    put_into(space, roles_without_space_, world_.roles);
    put_into(space, bindings_without_space_, world_.bindings);
    put_into(space, accounts_without_space_, world_.service_accounts);
    current_ = space;
  }
  return world_;
}

}  // namespace railhead::lint
