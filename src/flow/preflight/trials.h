#pragma once

#include <functional>
#include <string>
#include <vector>

#include "facts/cluster/survey/preflight.h"
#include "flow/deploy/items.h"
#include "kube/client.h"

namespace railhead::flow {

/// How preflight goes about it. `trials`: the API server is asked to take the objects, `force` and `adopt` as deploy will.
/// `wanted`: no, and it stops.
struct Looking {
  bool trials = true;
  bool force = false;  // fields of other managers are taken over
  bool adopt = false;  // and objects of somebody else
  std::function<bool()> wanted = [] { return true; };
};

/// Asks the API server whether it would take the objects, and a pod of each template among them, and keeps nothing
/// (--dry-run=server). The pods are asked for as the controller that will make them, where the user may; else as the user,
/// which is said. What cannot be tried, as in a namespace that is not there yet, is missing.
void try_objects(const kube::Client& client, const std::vector<Item>& items, const Looking& how, facts::Preflight& preflight);

/// A pod of each template as the manifest of a Pod of its own, with the claims that a StatefulSet makes as volumes. `account`:
/// in place of its own; empty: its own.
std::vector<std::string> pod_manifests(const Item& item, const std::string& account = {});

}  // namespace railhead::flow
