#pragma once

#include <span>
#include <string>
#include <string_view>

namespace railhead::kube {

/// A kind of objects and where the API has it. `group`: "/api/v1" or "/apis/GROUP/VERSION".
struct Kind {
  std::string_view kind;
  std::string_view group;
  std::string_view plural;
  bool of_cluster = false;
};

/// The kinds that railhead makes, in the order in which they are applied.
std::span<const Kind> kinds();

/// nullptr for one that railhead does not make.
const Kind* kind_named(std::string_view kind);

/// "/apis/apps/v1/namespaces/a/statefulsets/b"; without a name the list of them, without a namespace that of all namespaces.
std::string path_of(const Kind& kind, std::string_view space, std::string_view name = {});

/// "statefulsets.apps", as commands take it.
std::string resource_of(const Kind& kind);

}  // namespace railhead::kube
