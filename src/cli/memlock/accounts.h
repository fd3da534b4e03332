#pragma once

#include <string>
#include <vector>

#include "manifest/scc/world.h"

namespace railhead::cli {

/// Stand for names that are not given. No object of a cluster has a name with capitals.
constexpr const char* kAnyAccount = "SERVICEACCOUNT";
constexpr const char* kAnySpace = "NAMESPACE";

/// A service account by its namespace and name.
struct Account {
  std::string space;
  std::string name;
  bool operator==(const Account&) const = default;
};

/// "team-a/trainer"; empty for a name that stands for any.
std::string shown(const Account& account);

/// Service accounts beyond which none is looked at.
constexpr std::size_t kMostAccounts = 256;

/// Those that the objects give something to: first the one that the names ask for, which stands for any where they are empty,
/// then those that SCCs name, and bindings whose role may be about SCCs. Those of namespaces kube-* and openshift-* are left
/// out unless `space` is one: the cluster's own accounts run no jobs. With more than kMostAccounts the list has one more than
/// that.
std::vector<Account> accounts(const manifest::scc::World& world, const std::string& space, const std::string& name);

/// Whom else the objects let use a constraint, users and groups: "user alice, group rdma-users". Empty where nobody.
std::string people_with(const manifest::scc::Constraint& constraint, const manifest::scc::World& world,
                        const std::string& space);

}  // namespace railhead::cli
