#pragma once

#include "facts/host/process.h"

namespace railhead::text::setting {

/// Takes a memlock limit of which both sides were shown: one that ulimit told with the same soft side gives way, since its hard
/// side is the least that it can be.
void adopt_both_sides(facts::Known<facts::Limit>& fact, const facts::Known<facts::Limit>& told);

}  // namespace railhead::text::setting
