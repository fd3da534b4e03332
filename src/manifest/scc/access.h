#pragma once

#include <cstdint>
#include <string>

#include "manifest/scc/world.h"

namespace railhead::manifest::scc {

/// Through whom a constraint may be used. The server asks for the pod's service account first.
enum class AccessBy : std::uint8_t { none, service_account, user };

/// `way`: how, for people: "users of the SCC", "ClusterRoleBinding rdma-use (FILE:LINE)". `unsure`: a role that the objects
/// name and do not have may give it, by this text.
struct Access {
  AccessBy by = AccessBy::none;
  std::string way = {};
  std::string unsure = {};
};

/// Whether the pod's service account, else its creator, may use a constraint: by name in `users`, by a group in `groups`, by
/// the verb use of RBAC. `space` is the pod's namespace, `service_account` its bare name. A creator without a user counts for
/// nothing.
Access access(const Constraint& constraint, const World& world, const std::string& space, const std::string& service_account,
              const Creator& creator);

}  // namespace railhead::manifest::scc
