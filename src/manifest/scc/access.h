#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "manifest/scc/world.h"

namespace railhead::manifest::scc {

/// Through whom a constraint may be used. The server asks for the pod's service account first.
enum class AccessBy : std::uint8_t { none, service_account, user };

/// `way`: how, for people: "users of the SCC", "ClusterRoleBinding rdma-use (FILE:LINE)". `unsure`: there is no access by what
/// is known, and a role that is named and not among the objects may give it, by this text.
struct Access {
  AccessBy by = AccessBy::none;
  std::string way = {};
  std::string unsure = {};
};

/// Who somebody is to the server, and what RBAC gives them of the verb use in one namespace: everything (`all` is the way), or
/// single constraints with their ways.
struct Grants {
  std::string user = {};  // empty: nobody
  std::vector<std::string> groups = {};
  std::optional<std::string> all = {};
  std::map<std::string, std::string, std::less<>> by_name = {};
  std::string unsure = {};
};

/// Both whom the server asks for. The pod's account has the groups of service accounts, and not system:authenticated.
struct Askers {
  Grants service_account = {};
  Grants creator = {};
};

/// `space` is the pod's namespace, `service_account` its bare name. A creator without a user counts for nothing. One walk over
/// the bindings: for many constraints of one world, ask once and use access() below.
Askers askers(const World& world, const std::string& space, const std::string& service_account, const Creator& creator);

/// Whether the pod's service account, else its creator, may use a constraint: by name in `users`, by a group in `groups`, by
/// the verb use of RBAC.
Access access(const Constraint& constraint, const Askers& askers);
Access access(const Constraint& constraint, const World& world, const std::string& space, const std::string& service_account,
              const Creator& creator);

/// The groups that the server gives to a creator beside its own: system:authenticated, and those of service accounts. A user
/// who is system:anonymous is in system:unauthenticated instead.
std::vector<std::string> groups_of(const Creator& creator);

}  // namespace railhead::manifest::scc
