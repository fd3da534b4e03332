#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace railhead::manifest::job {

/// The words of a command as a shell would take them apart: blanks, single and double quotes, backslashes. Nothing is replaced,
/// since no shell reads them later: what only a shell understands is an error that says what to write.
base::Result<std::vector<std::string>> command_words(std::string_view line);

}  // namespace railhead::manifest::job
