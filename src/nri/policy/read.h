#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "nri/policy/policy.h"

namespace railhead::nri {

/// The largest policy file that is read, in bytes.
constexpr std::size_t kMostPolicy = std::size_t{1} << 20U;

/// Reads a policy file: one document of kind MemlockPolicy. An error of code malformed says every problem, one a line, as
/// "FILE:LINE:COLUMN: spec.rules[0].match: expected ..., found ...".
base::Result<Policy> read_policy(std::string_view text, std::string_view file);

/// JSON Schema (draft 2020-12) of the file, made of the table that read_policy checks by.
std::string policy_schema();

}  // namespace railhead::nri
