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
  std::string unread = {};  // why the rest of it could not be read
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

/// What the texts prove, in one sentence and plain text, with the ids of what was found: the same as long as nothing changes.
std::string explain_verdict(const Explained& explained);

/// The texts prove how the data went, or show a fault.
bool is_certain(const Explained& explained);

/// While a log grows: the findings and the verdict, without the tables.
std::string explain_change(const Explained& explained, const Style& style);

/// The same object as explain_json, in one line, with "final": whether it is the last.
std::string explain_json_line(const Explained& explained, bool last);

/// One JSON object as `railhead schema explain` describes it, with a final newline.
std::string explain_json(const Explained& explained);

/// Results of nccl-tests and perftest, a few sizes of each. Empty without any.
std::string bandwidth_text(const facts::LogRun& log, const Style& style);

/// The ranks of a log in a table; those that differ from most others first and marked. Empty where no rank is known.
std::string ranks_text(const facts::LogRun& log, const Style& style);

}  // namespace railhead::report
