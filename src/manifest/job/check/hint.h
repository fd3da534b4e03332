#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "manifest/job/fields/field.h"

/// What was probably meant.
namespace railhead::manifest::job {

/// "did you mean nodes?"
std::string hint_of(std::string_view name);

/// "did you mean nodes?" of "node"; "" where none of the names is near.
std::string meant(std::string_view word, const std::vector<std::string>& names);

/// The same of a key of a section: its own fields, other names of them, and fields of other sections of the document, which
/// `document` is the top of.
std::string meant_key(std::string_view key, const Section& section, std::string_view path, const Section& document);

}  // namespace railhead::manifest::job
