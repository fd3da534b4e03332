#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/findings_json.h"
#include "report/lint/lint.h"

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;

Json column_of(std::uint32_t column) { return column == 0 ? Json(nullptr) : Json(column); }

Json placed(const lint::Place& place) {
  return {{"file", base::printable(place.file)}, {"line", place.line}, {"column", column_of(place.column)}};
}

Json findings_of(const lint::JudgedObject& object) {
  Json list = Json::array();
  for (const lint::JudgedFinding& finding : object.findings) {
    Json one = findings_json({finding.result})[0];
    one["object"] = base::printable(object.title());
    one["namespace"] = base::printable(object.space);
    one.update(placed(finding.place));
    one["ignored"] = finding.ignored.empty() ? Json(nullptr) : Json(base::printable(finding.ignored));
    list.push_back(std::move(one));
  }
  return list;
}

Json row_json(const lint::PodRow& row) {
  Json networks = Json::array();
  for (const std::string& network : row.networks) networks.push_back(base::printable(network));
  Json json = placed(row.place);
  json.update({{"object", base::printable(row.owner)},
               {"rdma", row.rdma},
               {"rdma_by", base::printable(row.rdma_by)},
               {"memlock", base::printable(row.memlock)},
               {"service_account", base::printable(row.service_account)},
               {"shm", base::printable(row.shm)},
               {"networks", std::move(networks)},
               {"errors", row.errors},
               {"warnings", row.warnings}});
  return json;
}

Json problem_json(const lint::Problem& problem) {
  Json json = placed(problem.place);
  json["message"] = base::printable(problem.message);
  json["template"] = problem.is_template;
  return json;
}

}  // namespace

std::string lint_json(const Linted& linted) {
  Json files = Json::array();
  for (const LintedFile& file : linted.files)
    files.push_back({{"file", base::printable(file.name)}, {"documents", file.documents}, {"objects", file.objects}});
  Json findings = Json::array();
  Json pods = Json::array();
  Json notes = Json::array();
  for (const lint::JudgedObject& object : linted.objects) {
    for (Json& one : findings_of(object)) findings.push_back(std::move(one));
    for (const lint::PodRow& row : object.rows) pods.push_back(row_json(row));
    for (const lint::Note& note : object.notes) {
      Json json = placed(note.place);
      json["message"] = base::printable(note.text);
      notes.push_back(std::move(json));
    }
  }
  Json problems = Json::array();
  for (const lint::Problem& problem : linted.problems) problems.push_back(problem_json(problem));
  const LintCount& count = linted.count;
  const Json document = {{"schema", 1},
                         {"command", "lint"},
                         {"version", linted.version},
                         {"files", std::move(files)},
                         {"findings", std::move(findings)},
                         {"pods", std::move(pods)},
                         {"problems", std::move(problems)},
                         {"notes", std::move(notes)},
                         {"summary",
                          {{"errors", count.errors},
                           {"warnings", count.warnings},
                           {"infos", count.infos},
                           {"unknown", count.unknown},
                           {"skipped", count.skipped},
                           {"ok", count.ok},
                           {"ignored", count.ignored},
                           {"unusable", count.unusable},
                           {"documents", count.documents},
                           {"objects", count.objects}}}};
  return document.dump(2) + "\n";
}

}  // namespace railhead::report
