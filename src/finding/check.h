#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/units.h"
#include "fabric/mode.h"
#include "facts/evidence.h"
#include "facts/machine.h"

namespace railhead::facts {
struct Cluster;    // a rule that reads one includes facts/cluster/cluster.h
struct LogRun;     // and facts/log/run.h
struct Preflight;  // and facts/cluster/survey/preflight.h
}  // namespace railhead::facts

/// A check is a value: what it is called, why the fault happens, how it is mended, and a pure rule from facts to findings.
namespace railhead::check {

using facts::Evidence;
using namespace fabric;  // its words are the rules' own

enum class Severity { info, warning, error };
enum class Verdict { ok, violated, unknown, skipped };

const char* name(Severity severity);
const char* name(Verdict verdict);

/// `fix` replaces the check's own where the finding knows a better one for this machine.
struct Finding {
  Verdict verdict = Verdict::ok;
  Severity severity = Severity::info;
  std::string subject;
  std::string message;
  std::vector<Evidence> evidence = {};
  std::string fix = {};
};

/// What the user asked doctor with.
struct Options {
  std::optional<base::Bytes> memlock_need = {};  // nothing: no need is assumed
  Mode mode = Mode::auto_;
  std::vector<facts::Address> peers = {};  // addresses that must be reachable
};

/// `log`: what logs say of the job, `cluster`: what texts of Kubernetes say; nullptr where none is read. `machines`
/// are all of which texts tell, with a name each where there are several, for what only their comparison shows; `machine` is
/// one of them. A check that compares speaks when `machine` is the first. `preflight`: jobs and the cluster that they are to
/// run in; nullptr but for preflight.
struct Input {
  const facts::Machine& machine;
  const Options& options;
  const facts::LogRun* log = nullptr;
  const facts::Cluster* cluster = nullptr;
  std::span<const facts::Machine> machines = {};
  std::span<const std::string> names = {};
  const facts::Preflight* preflight = nullptr;
};

using Rule = std::vector<Finding> (*)(const Input&);

/// Where a fault stands between what went wrong first and what is seen of it in the end: a cause is named before what follows
/// from it.
enum class Stage { cause, symptom, consequence };

/// `severity` is the usual one. `cause` and `fix` are for people: one or two sentences, and one command or snippet.
/// `good_state`: the check names a state that is right (memlock.ok-cap) and is never violated.
struct Check {
  std::string id = {};
  std::string title;
  Severity severity = Severity::error;
  std::string cause;
  std::string fix;
  Rule rule = nullptr;
  bool good_state = false;
  Stage stage = Stage::cause;
};

}  // namespace railhead::check
