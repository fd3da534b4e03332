#pragma once

#include <utility>

#include "facts/known.h"

namespace railhead::text::setting {

/// The first text that tells a fact counts; one that tells nothing gives way.
template <class T>
void adopt(facts::Known<T>& fact, facts::Known<T> told) {
  if (fact.not_asked() || (!fact && told)) fact = std::move(told);
}

}  // namespace railhead::text::setting
