#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/memlock/memlock.h"

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json known_json(const facts::Known<T>& fact) {
  return fact ? Json(*fact) : Json(nullptr);
}

Json optional_json(const std::optional<bool>& value) { return value ? Json(*value) : Json(nullptr); }

const char* reach_name(memlock::Reach reach) {
  using memlock::Reach;
  switch (reach) {
    case Reach::effective: return "effective";
    case Reach::inert: return "inert";
    case Reach::permitted: return "permitted";
    case Reach::bounded: return "bounded";
    case Reach::withheld: return "withheld";
    case Reach::out_of_reach: return "out of reach";
    case Reach::unknown: break;
  }
  return "unknown";
}

Json asked_json(const memlock::Situation& situation) {
  if (!situation.asked) return nullptr;
  const memlock::Asked& asked = *situation.asked;
  std::vector<std::string> files = asked.files;
  for (std::string& file : files) file = base::printable(file);
  return {{"scc", files}, {"stock", asked.stock}, {"psa", asked.level.empty() ? Json(nullptr) : Json(asked.level)}};
}

Json judged_json(const memlock::Admission& said) {
  return {{"verdict", name(said.verdict)},
          {"by", base::printable(said.by)},
          {"service_account", base::printable(said.account)},
          {"because", base::printable(said.why)},
          {"field", base::printable(said.field)},
          {"message", base::printable(said.message)}};
}

Json situation_json(const memlock::Situation& situation, const memlock::Model& model) {
  const facts::Process& process = situation.process;
  const Json version = situation.kube_minor ? Json("1." + std::to_string(*situation.kube_minor)) : Json(nullptr);
  return {{"described", situation.described},
          {"uid", known_json(process.uid)},
          {"ipc_lock", reach_name(model.ipc_lock)},
          {"sys_resource", reach_name(model.sys_resource)},
          {"initial_user_namespace", known_json(process.initial_user_namespace)},
          {"no_new_privs", known_json(process.no_new_privs)},
          {"runtime", name(situation.runtime)},
          {"cluster", name(situation.cluster)},
          {"kube_version", version},
          {"asked", asked_json(situation)}};
}

Json model_json(const memlock::Model& model) {
  return {{"soft_bytes", allowance_json(model.soft)},
          {"hard_bytes", allowance_json(model.hard)},
          {"predicted_bytes", allowance_json(model.predicted)},
          {"attainable_bytes", allowance_json(model.attainable)},
          {"group_bytes", allowance_json(model.group)},
          {"can_raise_hard", optional_json(model.can_raise_hard)},
          {"reason", base::printable(model.why)}};
}

Json ways_json(const std::vector<memlock::Way>& ways) {
  Json list = Json::array();
  for (const memlock::Way& way : ways)
    list.push_back({{"id", way.id},
                    {"title", way.title},
                    {"works", name(way.works)},
                    {"because", base::printable(way.because)},
                    {"actor", name(way.actor)},
                    {"admission", base::printable(way.admission)},
                    {"admitted", judged_json(way.judged)},
                    {"snippet", base::printable(way.snippet)},
                    {"claim", way.claim}});
  return list;
}

}  // namespace

Json allowance_json(const std::optional<memlock::Allowance>& allowance) {
  if (!allowance) return nullptr;
  return allowance->unlimited() ? Json("unlimited") : Json(allowance->limit->value);
}

std::string explain_json(const memlock::Situation& situation, const memlock::Answer& answer, const std::string& version) {
  const Json document = {{"schema", 1},
                         {"command", "memlock explain"},
                         {"version", version},
                         {"answer", base::printable(answer.sentence)},
                         {"situation", situation_json(situation, answer.model)},
                         {"memlock", model_json(answer.model)},
                         {"ways", ways_json(answer.ways)}};
  return document.dump(2) + "\n";
}

std::string size_json(const memlock::Size& size, const memlock::Model& model, const std::string& version) {
  Json terms = Json::array();
  for (const memlock::Term& term : size.terms)
    terms.push_back(
        {{"what", term.what}, {"how", term.how}, {"bytes", term.size.value}, {"assumed", term.assumed}, {"note", term.note}});
  const Json document = {{"schema", 1},
                         {"command", "memlock size"},
                         {"version", version},
                         {"terms", std::move(terms)},
                         {"need_bytes", size.need.value},
                         {"memlock_bytes", size.size.value},
                         {"group_left_bytes", allowance_json(size.left)},
                         {"fits", optional_json(size.fits())},
                         {"memlock", model_json(model)}};
  return document.dump(2) + "\n";
}

}  // namespace railhead::report
