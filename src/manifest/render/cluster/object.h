#pragma once

#include <string>
#include <utility>

#include "manifest/render/plan.h"

namespace railhead::manifest::render {

/// An object of these members; kind and namespace stand in them too. `space` is empty for one of the cluster.
inline Object made(std::string kind, std::string name, std::string space, NeededBy needed_by, const Members& members) {
  return {.kind = std::move(kind),
          .name = std::move(name),
          .space = std::move(space),
          .needed_by = needed_by,
          .text = yaml_of(members)};
}

}  // namespace railhead::manifest::render
