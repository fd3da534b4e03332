#pragma once

#include "nri/plugin/log/line.h"
#include "nri/policy/decision.h"

/// What the log says of containers.
namespace railhead::nri {

/// The event "decision". `took`: the time that the decision took.
Line decision_line(const Subject& subject, const Decision& decision, bool audit, std::chrono::nanoseconds took);

/// The event "missed": a container that was made while the plugin was away and would have got the limits of `decision`.
Line missed_line(const Subject& subject, const Decision& decision);

}  // namespace railhead::nri
