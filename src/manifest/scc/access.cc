#include "manifest/scc/access.h"

#include <algorithm>
#include <string_view>

#include "base/format.h"
#include "base/text.h"
#include "manifest/scc/cluster/rbac.h"

namespace railhead::manifest::scc {
namespace {

constexpr std::string_view kAccount = "system:serviceaccount:";
constexpr const char* kAccounts = "system:serviceaccounts";
constexpr const char* kAuthenticated = "system:authenticated";

std::vector<std::string> account_groups(std::string_view space) { return {kAccounts, base::format("{}:{}", kAccounts, space)}; }

/// The namespace of a service account's user name; empty for other users.
std::string_view account_space(std::string_view user) {
  if (!user.starts_with(kAccount)) return {};
  const std::vector<std::string_view> parts = base::split(user.substr(kAccount.size()), ':');
  return parts.size() == 2 && !parts[1].empty() ? parts[0] : std::string_view();
}

/// How somebody may use a constraint; nothing where they may not.
std::optional<std::string> way(const Constraint& constraint, const Grants& who) {
  if (who.user.empty()) return std::nullopt;
  if (std::ranges::find(constraint.users, who.user) != constraint.users.end()) return "users of the SCC";
  for (const std::string& group : constraint.groups)
    if (std::ranges::find(who.groups, group) != who.groups.end()) return base::format("groups of the SCC ({})", group);
  if (const auto named = who.by_name.find(constraint.name); named != who.by_name.end()) return named->second;
  return who.all;
}

}  // namespace

std::vector<std::string> groups_of(const Creator& creator) {
  std::vector<std::string> groups = creator.groups;
  if (creator.user == "system:anonymous") {
    groups.emplace_back("system:unauthenticated");
    return groups;
  }
  if (const std::string_view space = account_space(creator.user); !space.empty())
    std::ranges::move(account_groups(space), std::back_inserter(groups));
  groups.emplace_back(kAuthenticated);
  return groups;
}

Askers askers(const World& world, const std::string& space, const std::string& service_account, const Creator& creator) {
  Askers both;
  if (!service_account.empty()) {
    both.service_account.user = base::format("{}{}:{}", kAccount, space, service_account);
    both.service_account.groups = account_groups(space);
    add_rbac(both.service_account, world, space);
  }
  if (creator.user.empty()) return both;
  both.creator.user = creator.user;
  both.creator.groups = groups_of(creator);
  // The server lets this group through before it asks RBAC.
  if (std::ranges::find(creator.groups, "system:masters") != creator.groups.end())
    both.creator.all = "group system:masters, which may do everything";
  add_rbac(both.creator, world, space);
  return both;
}

Access access(const Constraint& constraint, const Askers& askers) {
  if (auto found = way(constraint, askers.service_account)) return {.by = AccessBy::service_account, .way = std::move(*found)};
  if (auto found = way(constraint, askers.creator)) return {.by = AccessBy::user, .way = std::move(*found)};
  return {.unsure = askers.service_account.unsure.empty() ? askers.creator.unsure : askers.service_account.unsure};
}

Access access(const Constraint& constraint, const World& world, const std::string& space, const std::string& service_account,
              const Creator& creator) {
  return access(constraint, askers(world, space, service_account, creator));
}

}  // namespace railhead::manifest::scc
