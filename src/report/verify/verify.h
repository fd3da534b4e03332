#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check/run.h"
#include "facts/cluster/pod/rank_use.h"
#include "report/style.h"

namespace railhead::report {

/// A pod as verify met it. `silence` and `why` of one that could not be asked; `notes`: what of it could not be had.
struct VerifiedPod {
  std::string name;
  std::string node;
  std::string container;
  std::string phase;
  std::string silence = {};
  std::string why = {};
  std::vector<std::string> notes = {};
  std::string saved = {};  // the file of its snapshot
};

/// All that verify found. `results` in the order in which they are to be read.
struct Verified {
  std::string space;
  std::vector<VerifiedPod> pods;
  std::vector<facts::RankUse> ranks;
  std::vector<check::Result> results;
  std::string verdict;
  bool whole = false;  // every rank and pod was seen
  bool good = false;   // and uses what was wanted, and nothing fails
  std::optional<int> command_code = {};
  std::string version;
  std::string time;
};

/// For people: a row for each rank, the findings, what could not be had, the verdict.
std::string verify_text(const Verified& verified, const Style& style);

/// One JSON object as `railhead schema verify` describes it, with a final newline.
std::string verify_json(const Verified& verified);

/// The same in one line, with "final": whether it is the last of several.
std::string verify_json_line(const Verified& verified, bool last);

}  // namespace railhead::report
