#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "manifest/edit/tree.h"
#include "manifest/job/fields/field.h"

/// JSON Schema (draft 2020-12) of tables of fields.
namespace railhead::manifest::job {

/// A schema with a definition of each section; `root` are the members of the top that lead to them.
std::string schema_text(std::string_view title, std::string_view description, std::vector<std::pair<std::string, Tree>> root,
                        const std::vector<const Section*>& sections);

/// The schema of a file that is one document.
std::string document_schema(std::string_view title, std::string_view description, const Section& document);

}  // namespace railhead::manifest::job
