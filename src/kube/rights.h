#pragma once

#include <string>
#include <vector>

#include "facts/known.h"
#include "kube/client.h"

namespace railhead::kube {

/// What somebody may or may not do. `account`: "system:serviceaccount:NS:NAME" for a service account, empty for the user
/// himself.
struct Right {
  std::string verb;
  std::string group;
  std::string resource;
  std::string name = {};
  std::string subresource = {};
  std::string space = {};
  std::string account = {};
};

/// Asks the server about each, beside each other: `auth can-i` without its discovery. About a service account only one may ask
/// who may create localsubjectaccessreviews in the namespace (the roles admin and above); others get `denied`.
std::vector<facts::Known<bool>> rights(const Client& client, const std::vector<Right>& asked);

}  // namespace railhead::kube
