#pragma once

#include <string>
#include <vector>

#include "check/outlook.h"
#include "report/style.h"

namespace railhead::report {

/// What preflight says. `program` is what reached the cluster.
struct Preflighted {
  const std::vector<facts::Preflight>& all;
  std::vector<check::Result> results;
  check::Outlook outlook;
  std::string program;
  std::string version;
};

/// For people: the findings by subject, how many there are of each kind, and the verdict as the last line.
std::string preflight_text(const Preflighted& said, const Style& style);

/// Of the same what stops a deploy, as it shows it: the errors whole, the rest in a line each.
std::string preflight_stop_text(const Preflighted& said, const Style& style);

/// What `railhead schema preflight` describes: one object.
std::string preflight_json(const Preflighted& said);

}  // namespace railhead::report
