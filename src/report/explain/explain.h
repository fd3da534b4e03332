#pragma once

#include <string>
#include <vector>

#include "check/run.h"
#include "facts/log/run.h"
#include "finding/conclusions.h"
#include "report/style.h"

namespace railhead::report {

/// A text that was given, and what it was taken for.
struct ExplainedInput {
  std::string file;
  std::vector<std::string> kinds;
  std::uint64_t lines = 0;
  std::uint64_t unrecognised = 0;
  std::uint64_t first_unrecognised = 0;
};

/// All that explain found. `results` in the order in which they are to be read: the first cause first.
struct Explained {
  std::vector<ExplainedInput> inputs;
  const facts::LogRun& log;
  check::Conclusions conclusions;
  std::vector<check::Result> results;
  std::string version;
};

/// For people: what was read, the ranks, the findings, and what the texts do not prove.
std::string explain_text(const Explained& explained, const Style& style);

/// One JSON object as `railhead schema explain` describes it, with a final newline.
std::string explain_json(const Explained& explained);

/// The ranks of a log in a table; those that differ from most others first and marked. Empty where no rank is known.
std::string ranks_text(const facts::LogRun& log, const Style& style);

}  // namespace railhead::report
