#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "manifest/admission/judge.h"
#include "manifest/admission/way_out.h"
#include "report/style.h"

namespace railhead::report {

/// A pod and what the server would say of it. `file` is the name of the file it came from.
struct AskedPod {
  std::string file;
  manifest::admission::Subject subject = {};
  manifest::admission::Verdict verdict = {};
  std::optional<manifest::admission::WayOut> way_out = {};
};

/// What was asked about: the objects of the cluster, and how much of it was given.
struct AskedWorld {
  bool scc = true;
  bool stock = false;  // the built-in SCCs stand in
  std::string stock_version = {};
  std::size_t constraints = 0;
};

/// One pod: the members of `scc check -o json`.
nlohmann::ordered_json verdict_json(const AskedPod& asked);

/// `scc check -o json`: the members of the first pod that is not admitted, else of the first one, at the top; all pods in
/// `pods`.
std::string scc_check_json(const std::vector<AskedPod>& pods, const AskedWorld& world, const std::string& version);

/// `scc check --batch`: a case in one line; or why it could not be answered.
std::string scc_batch_line(const AskedPod& pod);
std::string scc_batch_error(const std::string& file, const base::Error& error);

/// How much the text says.
struct SccTextWishes {
  bool suggest = false;
  bool verbose = false;
};

/// `scc check`: of each pod the answer in one sentence, then why, constraint by constraint, then the way out.
std::string scc_check_text(const AskedPod& pod, const AskedWorld& world, const SccTextWishes& wishes, const Style& style);

}  // namespace railhead::report
