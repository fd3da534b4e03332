#pragma once

#include <string>

#include "nccl/plan.h"
#include "report/style.h"

/// The forms in which `railhead env` prints a plan. All say the same settings in the same order; what the user has set
/// already is shown as a comment and not set again.
namespace railhead::report {

/// `export NAME=VALUE` for a shell, each under a comment with its reason.
std::string env_shell(const nccl::Plan& plan);

/// NAME=VALUE lines as `docker run --env-file` and dotenv readers take them: a value is quoted only where a dotenv reader would
/// misread it bare.
std::string env_dotenv(const nccl::Plan& plan);

/// A container's `env:` list, as Kubernetes has it.
std::string env_yaml(const nccl::Plan& plan);

/// schema/env.json
std::string env_json(const nccl::Plan& plan);

/// A table for people: what is set and why, which devices are left out, what is not set and why.
std::string env_text(const nccl::Plan& plan, const Style& style);

}  // namespace railhead::report
