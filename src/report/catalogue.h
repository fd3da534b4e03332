#pragma once

#include <string>
#include <vector>

#include "finding/check.h"

/// The catalogue of checks for people: on the terminal, as JSON, as pages of documentation.
namespace railhead::report {

/// A line a check: id, usual severity, title.
std::string catalogue_text(const std::vector<check::Check>& checks);
/// One check in full.
std::string check_text(const check::Check& check);
/// {"schema":1,"checks":[{"id","title","severity","cause","fix","docs"}]}
std::string catalogue_json(const std::vector<check::Check>& checks);

/// docs/checks/<id>.md and docs/checks/README.md.
std::string page(const check::Check& check);
std::string index_page(const std::vector<check::Check>& checks);

}  // namespace railhead::report
