#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "manifest/scc/constraint.h"

/// What of a cluster decides on the admission of a pod.
namespace railhead::manifest::scc {

/// `to_come`: it is as a manifest has it, and OpenShift has yet to add its ranges (annotations openshift.io/sa.scc.*).
struct Namespace {
  std::string name;
  std::map<std::string, std::string> labels = {};
  std::map<std::string, std::string> annotations = {};
  std::string source = {};
  bool to_come = false;
};

struct PolicyRule {
  std::vector<std::string> api_groups = {};
  std::vector<std::string> resources = {};
  std::vector<std::string> resource_names = {};
  std::vector<std::string> verbs = {};
};

/// A Role, or with `cluster` a ClusterRole.
struct Role {
  bool cluster = false;
  std::string space = {};
  std::string name = {};
  std::vector<PolicyRule> rules = {};
  bool aggregated = false;  // aggregationRule: the server puts the rules together
  std::string source = {};
};

/// `kind`: User, Group, ServiceAccount.
struct Subject {
  std::string kind;
  std::string name;
  std::string space = {};  // of a ServiceAccount
};

/// A RoleBinding, or with `cluster` a ClusterRoleBinding.
struct Binding {
  bool cluster = false;
  std::string space = {};
  std::string name = {};
  bool cluster_role = false;  // what roleRef names
  std::string role = {};
  std::vector<Subject> subjects = {};
  std::string source = {};
};

struct ServiceAccount {
  std::string space = {};
  std::string name = {};
  std::optional<bool> automount_token = {};
  std::string source = {};
};

/// CSIDriver: Pod Security asks for `ephemeral_level` (label security.openshift.io/csi-ephemeral-volume-profile) of inline
/// volumes.
struct CsiDriver {
  std::string name;
  std::optional<std::string> ephemeral_level = {};
};

/// Objects as they were given. `unknown_fields`: "FILE:LINE: runAsUser.foo", at most 64; the server leaves them out. `places`
/// is where each object stands among its kind; add_objects keeps it. `stock`: no SecurityContextConstraints were among them and
/// those of `stock_version` stand in, with their bindings.
struct World {
  std::vector<Constraint> constraints = {};
  bool stock = false;
  std::string stock_version = {};
  std::vector<Namespace> namespaces = {};
  std::vector<Role> roles = {};
  std::vector<Binding> bindings = {};
  std::vector<ServiceAccount> service_accounts = {};
  std::vector<CsiDriver> csi_drivers = {};
  std::vector<std::string> unknown_fields = {};
  std::map<std::string, std::size_t> places = {};
};

/// Who creates the pod: "system:serviceaccount:NS:NAME" and groups beside those that every user or service account has.
struct Creator {
  std::string user = {};
  std::vector<std::string> groups = {};
};

}  // namespace railhead::manifest::scc
