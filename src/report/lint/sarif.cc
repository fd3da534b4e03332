#include <map>
#include <nlohmann/json.hpp>

#include "base/format.h"
#include "base/text.h"
#include "report/lint/lint.h"
#include "report/lint/uri.h"

namespace railhead::report {
namespace {

using check::Severity;
using check::Verdict;
using Json = nlohmann::ordered_json;

const char* level_of(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::info: return "note";
  }
  return "none";
}

Json message(const std::string& text) { return {{"text", base::printable(text)}}; }

/// Columns are left out where they are not known; a region must have its line.
Json physical(const lint::Place& place) {
  Json location = {{"artifactLocation", {{"uri", uri_of(place.file)}}}};
  if (place.line > 0) {
    Json region = {{"startLine", place.line}};
    if (place.column > 0) region["startColumn"] = place.column;
    if (place.end > place.column) region["endColumn"] = place.end;
    location["region"] = std::move(region);
  }
  return location;
}

/// "FILE:LINE" of a piece of evidence.
std::optional<lint::Place> place_of(const std::string& where) {
  const std::size_t colon = where.rfind(':');
  if (colon == std::string::npos || colon == 0) return std::nullopt;
  const auto line = base::unsigned_number(std::string_view(where).substr(colon + 1));
  if (!line || *line == 0) return std::nullopt;
  return lint::Place{.file = where.substr(0, colon), .line = *line};
}

Json related(const check::Finding& finding) {
  Json list = Json::array();
  for (const facts::Evidence& evidence : finding.evidence)
    if (const auto place = place_of(evidence.where))
      list.push_back({{"physicalLocation", physical(*place)}, {"message", message(evidence.what)}});
  return list;
}

/// The rules of the catalogue that results name, in the order in which they come.
class Rules {
 public:
  std::size_t index_of(const check::Check& check) {
    const auto [at, added] = numbers_.try_emplace(check.id, numbers_.size());
    if (added)
      list_.push_back({{"id", check.id},
                       {"shortDescription", message(check.title)},
                       {"fullDescription", message(check.cause)},
                       {"help", message(check.fix + "\nrailhead checks " + check.id)},
                       {"defaultConfiguration", {{"level", level_of(check.severity)}}}});
    return at->second;
  }
  Json take() { return std::move(list_); }

 private:
  std::map<std::string, std::size_t> numbers_;
  Json list_ = Json::array();
};

Json result_of(const lint::JudgedFinding& finding, const lint::JudgedObject& object, Rules& rules) {
  const check::Finding& said = finding.result.finding;
  const check::Check& check = *finding.result.check;
  Json result = {{"ruleId", check.id},
                 {"ruleIndex", rules.index_of(check)},
                 {"level", level_of(said.severity)},
                 {"message", message(said.subject.empty() ? said.message : said.subject + ": " + said.message)},
                 {"locations", Json::array()}};
  Json location = {{"physicalLocation", physical(finding.place)}};
  location["logicalLocations"] = Json::array({{{"fullyQualifiedName", base::printable(object.title())}, {"kind", "object"}}});
  result["locations"].push_back(std::move(location));
  if (Json more = related(said); !more.empty()) result["relatedLocations"] = std::move(more);
  if (!finding.ignored.empty())
    result["suppressions"] = Json::array({{{"kind", "inSource"}, {"justification", base::printable(finding.ignored)}}});
  result["properties"] = {{"fix", base::printable(said.fix.empty() ? check.fix : said.fix)}};
  return result;
}

Json notification(const std::string& level, const lint::Place& place, const std::string& text) {
  return {{"level", level}, {"message", message(text)}, {"locations", Json::array({{{"physicalLocation", physical(place)}}})}};
}

Json invocation(const Linted& linted) {
  Json told = Json::array();
  for (const lint::Problem& problem : linted.problems) told.push_back(notification("error", problem.place, problem.message));
  for (const lint::JudgedObject& object : linted.objects)
    for (const lint::Note& note : object.notes) told.push_back(notification("warning", note.place, note.text));
  return {{"executionSuccessful", linted.problems.empty()}, {"toolExecutionNotifications", std::move(told)}};
}

}  // namespace

std::string lint_sarif(const Linted& linted) {
  Rules rules;
  Json results = Json::array();
  for (const lint::JudgedObject& object : linted.objects)
    for (const lint::JudgedFinding& finding : object.findings)
      if (finding.result.finding.verdict == Verdict::violated) results.push_back(result_of(finding, object, rules));
  const Json driver = {{"name", "railhead"}, {"version", linted.version}, {"rules", rules.take()}};
  const Json run = {{"tool", {{"driver", driver}}},
                    {"columnKind", "unicodeCodePoints"},
                    {"invocations", Json::array({invocation(linted)})},
                    {"results", std::move(results)}};
  const Json document = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  return document.dump(2) + "\n";
}

}  // namespace railhead::report
