#pragma once

#include <vector>

#include "check/run.h"

namespace railhead::check {

/// Puts findings about a job's texts in the order in which they are to be read: the gravest first, and among equals what went
/// wrong first before what is seen of it. Consequences of errors are marked with the first cause, where the texts hold one.
void put_in_order(std::vector<Result>& results);

/// A consequence that was found, whose cause is in none of the texts.
bool lacks_cause(const Result& result);

}  // namespace railhead::check
