#pragma once

#include <string>
#include <vector>

#include "lint/judged.h"
#include "report/doctor/summary.h"
#include "report/style.h"

namespace railhead::report {

/// One text of manifests, and how much was in it.
struct LintedFile {
  std::string name;
  std::size_t documents = 0;
  std::size_t objects = 0;
};

/// How many there are; those that an annotation ignores are in `ignored` alone.
struct LintCount : Summary {
  std::size_t ignored = 0;
  std::size_t notes = 0;
  std::size_t unusable = 0;  // documents that could not be judged
  std::size_t documents = 0;
  std::size_t objects = 0;
  void add(const lint::JudgedDocument& document);
  /// True with a finding as bad as `fail_on` (info, warning, error, never) or worse.
  bool fails(const std::string& fail_on) const;
};

/// All of it, for the formats that are one piece.
struct Linted {
  std::vector<LintedFile> files = {};
  std::vector<lint::JudgedObject> objects = {};
  std::vector<lint::Problem> problems = {};
  LintCount count = {};
  std::string version = {};
  std::string fail_on = {};
};

/// What is found of one document, for people; empty where nothing is.
std::string lint_text(const lint::JudgedDocument& document, const Style& style);
/// The last lines: how much was read, and how many findings there are.
std::string lint_summary(const LintCount& count, const Style& style);
/// A row for each pod template.
std::string lint_table(const Linted& linted, const Style& style);

/// The object of `lint -o json`.
std::string lint_json(const Linted& linted);
/// SARIF 2.1.0 (OASIS): one run; columns are characters.
std::string lint_sarif(const Linted& linted);
/// The XML of JUnit as CI servers read it: a testsuite for each file, a testcase for each finding, and one for an object
/// without any. What is below --fail-on does not fail.
std::string lint_junit(const Linted& linted);

/// True where a finding counts against `fail_on`.
bool fails(const lint::JudgedFinding& finding, const std::string& fail_on);

}  // namespace railhead::report
