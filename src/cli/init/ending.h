#pragma once

#include <string>

#include "cli/init/judge.h"
#include "manifest/job/init/answers.h"

namespace railhead::cli {

/// What was written, what of it nobody vouches for, and the next two commands with what each is for.
std::string ending(const std::string& target, const manifest::job::Answers& answers, const Judge::Rendered& rendered);

}  // namespace railhead::cli
