#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facts/cluster/object.h"
#include "facts/known.h"

namespace railhead::facts {

/// An object that a reader of manifests has to look into. `text` is its JSON without managed fields and status, empty where
/// that is more than 256 KiB; `source` is its kind and name. `read`: what that reader made of it, put in by flow::surveyed;
/// nothing where it makes no sense.
struct SurveyedObject {
  std::string kind;
  std::string space = {};  // empty: it is of the whole cluster
  std::string name = {};
  std::string text = {};
  std::string source = {};
  std::optional<ClusterObject> read = {};
};

/// A security context constraint of OpenShift. Whether it may be used was asked about those alone that let IPC_LOCK through.
/// `account_may`: by the service account that the survey is about, by RBAC or by the constraint's own users and groups.
struct SurveyedConstraint {
  SurveyedObject object;
  bool ipc_lock = false;                // a container may add IPC_LOCK
  bool privileged = false;              // it lets privileged containers through, or every capability
  std::vector<std::string> users = {};  // who may use it by its own word; 256 at most
  std::vector<std::string> groups = {};
  Known<bool> user_may = {};
  Known<bool> account_may = {};
};

}  // namespace railhead::facts
