#pragma once

#include "manifest/yaml/document.h"

namespace railhead::manifest {

/// True where two documents mean the same: the same keys in the same order, the same values, text where text is, and aliases of
/// the same values. How they are written does not count.
bool same(const Document& left, const Document& right);

}  // namespace railhead::manifest
