#pragma once

#include <string>

#include "manifest/job/check/problems.h"
#include "manifest/job/fields/field.h"
#include "manifest/yaml/document.h"

namespace railhead::manifest::job {

/// Checks a mapping by the table and puts what is right into `object`, the struct of the section; what is absent gets its
/// default. Goes as deep as the table does, and through 4 MiB of text at most, whatever anchors make of it.
void check_document(const Value& root, const Section& document, void* object, Problems& problems);

/// A mapping's members with those of a merge key ("<<: *name") behind its own.
std::vector<std::pair<Value, Value>> merged_members(const Value& mapping);

}  // namespace railhead::manifest::job
