#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "manifest/pod/pod.h"
#include "manifest/validation/validate.h"

namespace railhead::manifest::admission {

/// A pod in which the ids that stand for those of an unknown namespace (scc::assumed_ranges) are ones that the API takes, as
/// the namespace's are.
Pod with_valid_ids(Pod pod);

/// Whether an id, or a SELinux level, is one of those.
bool is_assumed(std::int64_t id);
bool is_assumed(std::string_view level);

/// An entry of the API's validation for people: the path and the reason, without the kind of error and the value, which may be
/// a whole securityContext.
std::string in_words(const Invalid& entry);

/// The text of a refusal's value, which the server prints in quotes: IPC_LOCK of "IPC_LOCK". Values without quotes stay.
std::string unquoted(std::string_view value);

}  // namespace railhead::manifest::admission
