#pragma once

#include <string>
#include <vector>

#include "manifest/scc/access.h"

/// The verb use of RBAC on securitycontextconstraints, as the authorizer of Kubernetes sees it
/// (plugin/pkg/auth/authorizer/rbac, pkg/apis/rbac/v1/evaluation_helpers.go).
namespace railhead::manifest::scc {

/// Whether its rules give the use of any constraint, by what they say themselves.
bool gives_use(const Role& role);

/// The constraints that a binding gives the use of by their names; `role` is the role that it binds, nullptr where that is not
/// among the objects.
std::vector<std::string> given_by_name(const Binding& binding, const Role* role);

/// Adds to `grants` what the bindings of a world give its user and groups in a namespace.
void add_rbac(Grants& grants, const World& world, const std::string& space);

}  // namespace railhead::manifest::scc
