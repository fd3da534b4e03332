#pragma once

#include <string>
#include <vector>

#include "launch/start.h"

namespace railhead::report {

/// What exec --print says for people: the steps, what comes of them, the variables with their reasons, the command.
std::string exec_text(const launch::Start& start, const facts::Process& process);

/// One JSON object as `railhead schema exec` describes it, with a final newline.
std::string exec_json(const launch::Start& start, const facts::Process& process);

/// NAME=VALUE lines, values quoted where a shell or systemd would not take them as they stand.
std::string env_file(const std::vector<launch::Exported>& variables);

}  // namespace railhead::report
