#pragma once

#include <string>

#include "manifest/scc/access.h"

/// The verb use of RBAC on securitycontextconstraints, as the authorizer of Kubernetes sees it
/// (plugin/pkg/auth/authorizer/rbac, pkg/apis/rbac/v1/evaluation_helpers.go).
namespace railhead::manifest::scc {

/// Whether its rules give the use of any constraint, by what they say themselves.
bool gives_use(const Role& role);

/// Adds to `grants` what the bindings of a world give its user and groups in a namespace.
void add_rbac(Grants& grants, const World& world, const std::string& space);

}  // namespace railhead::manifest::scc
