#pragma once

#include <string>

#include "base/error.h"
#include "manifest/job/init/answers.h"

/// Answers of a dialogue that did not come to its end, in a file beside the one that is to be written.
namespace railhead::cli {

/// "railhead.yaml.partial"
std::string kept_file(const std::string& target);

/// None where there is no such file. An error names the line that is no answer.
base::Result<manifest::job::Answers> read_kept(const std::string& file);
base::Result<void> write_kept(const std::string& file, const manifest::job::Answers& answers);

}  // namespace railhead::cli
