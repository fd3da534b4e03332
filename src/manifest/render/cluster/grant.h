#pragma once

#include <string>

#include "manifest/render/plan.h"
#include "manifest/scc/constraint.h"

/// An SCC and what lets a service account use it, as members of objects.
namespace railhead::manifest::render {

/// A SecurityContextConstraints object. Its lists of users and groups are empty: who may use it is the binding's to say.
Members constraint_object(const scc::Constraint& constraint, const Tree& metadata);

/// A Role with the verb use for this one SCC. The server asks for it in the pod's namespace, so that no ClusterRole is needed:
/// a Role cannot be bound elsewhere, and goes with its namespace.
Members use_role(const std::string& constraint, Tree metadata);

/// A RoleBinding of the role `role` to a service account of the same namespace.
Members use_binding(const std::string& role, const std::string& account, const std::string& space, Tree metadata);

}  // namespace railhead::manifest::render
