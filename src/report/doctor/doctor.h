#pragma once

#include <string>
#include <vector>

#include "check/conclusion.h"
#include "facts/machine.h"
#include "memlock/model.h"
#include "report/style.h"

namespace railhead::report {

/// All that doctor found. `time` is RFC 3339, in UTC.
struct Doctor {
  const facts::Machine& machine;
  memlock::Model memlock;
  std::vector<check::Result> results;
  check::Conclusion conclusion;
  std::string version;
  std::string time;
};

/// For people: what is there, then the findings by category, then the verdict as the last line.
std::string doctor_text(const Doctor& doctor, const Style& style);

/// The findings by category, and a line with how many there are of each kind.
std::string findings_text(const std::vector<check::Result>& results, const Style& style);

/// One JSON object as docs/schema/doctor.json describes it, with a final newline.
std::string doctor_json(const Doctor& doctor);

/// The page of a check: where `docs` points.
std::string docs_page(const std::string& check_id);

}  // namespace railhead::report
