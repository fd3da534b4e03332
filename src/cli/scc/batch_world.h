#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/error.h"
#include "manifest/admission/judge.h"
#include "manifest/facts/origin.h"
#include "manifest/scc/world.h"
#include "manifest/yaml/document.h"

namespace railhead::cli {

/// The world of a case: the objects of a cluster, the namespace of the pod and who creates it. The two are empty where the file
/// does not say.
struct BatchWorld {
  manifest::scc::World world = {};
  std::string space = {};
  manifest::scc::Creator creator = {};
};

/// Reads a world in one of two forms: objects of Kubernetes (one, a list of them, a List), or the short form of docs/scc.md:
/// `stockSccs` by name, `stockSccsChanged` with the fields that differ, `customSccs`, `usableThroughSystemAuthenticated`,
/// `grants`, `namespace`, `creator`.
base::Result<BatchWorld> batch_world(const manifest::Value& value, const manifest::Origin& origin);

/// True where a document has the short form.
bool is_short_world(const manifest::Value& value);

}  // namespace railhead::cli
