#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

namespace railhead::cli {

/// What an option may be, with the number of the value it stands for (an enumerator, or 0 and 1).
using Words = std::vector<std::pair<std::string, int>>;

/// Takes one of the words, whatever its case; the error names them all. For CLI::Option::transform.
CLI::Validator one_of(Words words);

/// Refuses an empty value: `--root "$UNSET"` must not come to mean this machine.
CLI::Validator not_empty();

}  // namespace railhead::cli
