#pragma once

#include <string>
#include <utility>
#include <vector>

#include "facts/known.h"

namespace railhead::facts {

/// What was read and from where: {"link_layer InfiniBand", "/sys/class/infiniband/mlx5_4/ports/1/link_layer"}.
struct Evidence {
  std::string what;
  std::string where;
};

/// Evidence out of a fact: `what` in the words given, `where` its source.
template <class T>
Evidence seen(const Known<T>& fact, std::string what) {
  return {std::move(what), fact.source()};
}

/// "LABEL: not readable (EACCES)", at the fact's source. Only for a fact that is missing.
template <class T>
Evidence lacking(const Known<T>& fact, const std::string& label) {
  return {label + ": " + described(fact.missing()), fact.source()};
}

}  // namespace railhead::facts
