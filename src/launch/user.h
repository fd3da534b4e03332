#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "launch/ladder.h"

namespace railhead::launch {

/// Reads --user, "UID[:GID[,GROUP...]]", each a number or a name of `passwd` and `group` (the texts of /etc/passwd and
/// /etc/group; other sources of names are not asked, since they may hang). Without a GID it is that of the passwd entry, and
/// the supplementary groups are those that list the user; with one they are exactly the GROUPs. Errors (`usage`) name the part.
base::Result<Identity> parse_user(std::string_view text, std::string_view passwd, std::string_view group);

}  // namespace railhead::launch
