#pragma once

#include <string>
#include <vector>

#include "kube/objects/kinds.h"
#include "manifest/render/render.h"

namespace railhead::flow {

/// An object on its way to the cluster. `owner`: whose it is, by the annotation railhead.dev/owner in it.
struct Item {
  const kube::Kind* kind = nullptr;
  std::string space;  // empty: it is the cluster's
  std::string name;
  std::string owner;
  std::string text;
  bool by_admin = false;  // it needs an admin's rights

  /// Jobs of one profile have it together: a namespace, a network.
  bool is_shared() const;
};

/// "statefulset trainer"
std::string title(const Item& item);

/// What render gives, in its order.
std::vector<Item> items_of(const std::vector<manifest::render::Object>& objects);

}  // namespace railhead::flow
