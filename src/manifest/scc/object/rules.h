#pragma once

#include <string>
#include <vector>

#include "manifest/scc/constraint.h"

namespace railhead::manifest::scc {

/// The types of a constraint's strategies as its object has them; Constraint has no place for wrong ones. Those of the groups
/// are RunAsAny where they are not set.
struct TypeNames {
  std::string run_as_user = {};
  std::string se_linux = {};
  std::string fs_group = {};
  std::string supplemental_groups = {};
};

/// What the server refuses of a constraint whose defaults are filled in, in its words and its order: "priority: Invalid value:
/// -1: priority cannot be negative". At most 64 entries. Source: openshift/openshift-apiserver
/// pkg/security/apis/security/validation, agreeing with what a server of 5.0 said.
std::vector<std::string> refusals(const Constraint& constraint, const TypeNames& types);

/// "userNamespaceLevel: Unsupported value: "x": supported values: "AllowHostLevel", "RequirePodLevel"", which the server says
/// before all others and alone.
std::string unsupported(const char* path, std::string_view value, std::initializer_list<const char*> supported);

/// The whole message.
std::string message(const std::string& name, const std::vector<std::string>& refusals);

}  // namespace railhead::manifest::scc
