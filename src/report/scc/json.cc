#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/scc/names.h"
#include "report/scc/pod_json.h"
#include "report/scc/scc.h"

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;
using manifest::admission::Verdict;
using manifest::scc::Outcome;

Json allowed_json(const Verdict& verdict) {
  if (verdict.outcome == Outcome::unknown) return nullptr;
  return verdict.outcome != Outcome::refused;
}

Json refusals_json(const manifest::scc::Attempt& attempt) {
  Json list = Json::array();
  for (const manifest::scc::Refusal& refusal : attempt.refusals)
    list.push_back({{"field", name(refusal.field)},
                    {"container", base::printable(refusal.container)},
                    {"path", base::printable(refusal.path)},
                    {"value", base::printable(refusal.value)},
                    {"why", base::printable(refusal.why)},
                    {"of_namespace", refusal.of_namespace}});
  return list;
}

Json constraints_json(const Verdict& verdict) {
  Json list = Json::array();
  for (const manifest::scc::Attempt& attempt : verdict.scc.attempts)
    list.push_back({{"name", base::printable(attempt.constraint->name)},
                    {"usable_by", name(attempt.access.by)},
                    {"grant", base::printable(attempt.access.way)},
                    {"unsure", base::printable(attempt.access.unsure)},
                    {"asked", attempt.asked},
                    {"refusals", refusals_json(attempt)},
                    {"source", base::printable(attempt.constraint->source)}});
  return list;
}

Json pod_security_json(const Verdict& verdict) {
  Json violations = Json::array();
  for (const manifest::psa::Violation& violation : verdict.violations) {
    Json containers = Json::array();
    for (const std::string& container : violation.containers) containers.push_back(base::printable(container));
    violations.push_back({{"check", violation.id},
                          {"reason", base::printable(violation.reason)},
                          {"detail", base::printable(violation.detail)},
                          {"containers", std::move(containers)}});
  }
  return {{"level", manifest::psa::name(verdict.level)},
          {"level_source", base::printable(verdict.level_source)},
          {"version", manifest::psa::name(verdict.version)},
          {"violations", std::move(violations)}};
}

Json texts(const std::vector<std::string>& words) {
  Json list = Json::array();
  for (const std::string& word : words) list.push_back(base::printable(word));
  return list;
}

Json notes_json(const manifest::admission::WayOut& way_out) {
  Json all = Json::array();
  for (const auto* notes : {&way_out.change_notes, &way_out.grant_notes, &way_out.constraint_notes, &way_out.notes})
    for (const std::string& note : *notes) all.push_back(base::printable(note));
  return all;
}

Json way_out_json(const manifest::admission::WayOut& way_out) {
  Json changes = Json::array();
  for (const manifest::admission::PodChange& change : way_out.changes)
    changes.push_back({{"path", base::printable(change.path)},
                       {"change", base::printable(change.what)},
                       {"source", base::printable(change.source)}});
  return {{"pod_changes", std::move(changes)},
          {"admitted_then_by", base::printable(way_out.admitted_by)},
          {"keeps", base::printable(way_out.keeps)},
          {"grant", base::printable(way_out.grant)},
          {"constraint", base::printable(way_out.constraint)},
          {"no_constraint", base::printable(way_out.no_constraint)},
          {"invalid", base::printable(way_out.invalid)},
          {"commands", texts(way_out.commands)},
          {"notes", notes_json(way_out)}};
}

}  // namespace

Json verdict_json(const AskedPod& asked) {
  const Verdict& verdict = asked.verdict;
  const auto* chosen = verdict.scc.constraint;
  Json json = {{"allowed", allowed_json(verdict)},
               {"scc", chosen == nullptr ? Json(nullptr) : Json(base::printable(chosen->name))},
               {"denied_by", *name(verdict.denied_by) == '\0' ? Json(nullptr) : Json(name(verdict.denied_by))},
               {"message", base::printable(verdict.message)},
               {"why", base::printable(verdict.scc.why)},
               {"pod", pod_json(verdict.pod)},
               {"file", base::printable(asked.file)},
               {"object", base::printable(asked.subject.owner)},
               {"part", base::printable(asked.subject.part)},
               {"source", base::printable(asked.subject.source)},
               {"namespace", base::printable(verdict.space)},
               {"namespace_source", base::printable(verdict.space_source)},
               {"service_account", base::printable(verdict.pod.service_account)},
               {"creator", base::printable(verdict.creator.user)},
               {"created_by_controller", asked.subject.controller.has_value()},
               {"constraints", constraints_json(verdict)},
               {"pod_security", pod_security_json(verdict)},
               {"unknown_fields", texts(asked.subject.pod.unknown_fields)}};
  if (asked.way_out) json["way_out"] = way_out_json(*asked.way_out);
  return json;
}

std::string scc_check_json(const std::vector<AskedPod>& pods, const AskedWorld& world, const std::string& version) {
  Json json = {{"schema", 1}, {"command", "scc check"}, {"version", version}};
  const AskedPod* first = nullptr;
  for (const AskedPod& pod : pods)
    if (first == nullptr || (first->verdict.outcome != Outcome::refused && pod.verdict.outcome == Outcome::refused))
      first = &pod;
  if (first != nullptr) json.update(verdict_json(*first));
  json["world"] = {{"scc_admission", world.scc},
                   {"stock", world.stock},
                   {"openshift_version", base::printable(world.stock_version)},
                   {"constraints", world.constraints}};
  if (pods.size() > 1) {
    Json all = Json::array();
    for (const AskedPod& pod : pods) all.push_back(verdict_json(pod));
    json["pods"] = std::move(all);
  }
  return json.dump(2) + "\n";
}

std::string scc_batch_line(const AskedPod& pod) { return verdict_json(pod).dump() + "\n"; }

std::string scc_batch_error(const std::string& file, const base::Error& error) {
  const Json json = {{"file", base::printable(file)},
                     {"error", {{"code", base::name(error.code)}, {"message", base::printable(error.message)}}}};
  return json.dump() + "\n";
}

}  // namespace railhead::report
