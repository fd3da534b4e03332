#pragma once

#include "manifest/job/check/problems.h"
#include "manifest/yaml/document.h"
#include "nri/policy/file/table.h"

namespace railhead::nri {

/// What fields have to do with each other, beyond what the table says.
void judge_policy(const WrittenPolicy& policy, const manifest::Value& root, manifest::job::Problems& problems);

/// The policy of a file without problems.
Policy policy_of(WrittenPolicy written);

}  // namespace railhead::nri
