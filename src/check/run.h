#pragma once

#include <vector>

#include "base/error.h"
#include "finding/check.h"

namespace railhead::check {

/// Every check of the program, in order of id. Made by CMake from the files below src/check (cmake/catalogue.cmake).
const std::vector<Check>& catalogue();

/// nullptr when there is none of that id.
const Check* find(const std::string& id);

/// A finding with the check that made it. `consequence_of`: the id of the check that found the first cause, where this is what
/// follows from one (explain alone says so).
struct Result {
  const Check* check = nullptr;
  Finding finding;
  std::string consequence_of = {};
};

/// Which checks run: all but `skip`, or those of `only` alone. An entry is an id or a family ("memlock").
struct Selection {
  std::vector<std::string> only;
  std::vector<std::string> skip;
};

/// A usage error that names the nearest id for an entry that is neither an id nor a family.
base::Result<std::vector<const Check*>> selected(const Selection& selection);

/// The place of a finding in that order: 0 is the most important.
int rank(const Finding& finding);

/// The findings of `checks`, most important first: violated errors, warnings, infos, then unknown, skipped and ok.
std::vector<Result> run(const std::vector<const Check*>& checks, const Input& input);

}  // namespace railhead::check
