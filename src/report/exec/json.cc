#include <nlohmann/json.hpp>

#include "base/format.h"
#include "base/text.h"
#include "report/exec/exec.h"

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;

/// Bytes, or "unlimited"; null when it is not known.
Json pins_json(const std::optional<memlock::Allowance>& allowance) {
  if (!allowance) return nullptr;
  return allowance->limit ? Json(allowance->limit->value) : Json("unlimited");
}

template <class T>
Json known(const facts::Known<T>& fact) {
  return fact ? Json(*fact) : Json(nullptr);
}

Json program_json(const launch::Ladder& ladder) {
  Json json = {
      {"uid", known(ladder.program.uid)}, {"gid", known(ladder.program.gid)}, {"groups", known(ladder.program.groups)}};
  json["pins"] = pins_json(ladder.model.predicted);
  json["why"] = base::printable(ladder.model.why);
  json["reached"] = ladder.reached ? Json(*ladder.reached) : Json(nullptr);
  json["effective_capabilities"] =
      ladder.program.capabilities ? Json(base::format("{:016x}", ladder.program.capabilities->effective)) : Json(nullptr);
  return json;
}

template <class T>
void add(Json& json, const char* name, const std::optional<launch::Sourced<T>>& value) {
  if (value) json[name] = {{"value", value->value}, {"source", base::printable(value->source)}};
}

Json rendezvous_json(const launch::Rendezvous& place) {
  Json json = Json::object();
  if (!place.scheduler.empty()) json["scheduler"] = place.scheduler;
  add(json, "node_rank", place.node_rank);
  add(json, "nodes", place.nodes);
  add(json, "master_addr", place.master_addr);
  add(json, "master_port", place.master_port);
  add(json, "rank", place.rank);
  add(json, "world_size", place.world_size);
  add(json, "local_rank", place.local_rank);
  return json;
}

Json printable_list(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.push_back(base::printable(text));
  return list;
}

Json variables_json(const std::vector<launch::Exported>& variables) {
  Json list = Json::array();
  for (const launch::Exported& each : variables)
    list.push_back({{"name", base::printable(each.name)},
                    {"value", base::printable(each.value)},
                    {"reason", base::printable(each.reason)}});
  return list;
}

}  // namespace

std::string exec_json(const launch::Start& start, const facts::Process& process) {
  Json json = {{"schema", 1}, {"command", printable_list(start.command)}};
  json["steps"] = printable_list(described(start.ladder.steps, process));
  json["program"] = program_json(start.ladder);
  json["notes"] = printable_list(start.ladder.notes);
  json["summary"] = base::printable(launch::summary(start));
  json["fallback"] = start.fallback.empty() ? Json(nullptr) : Json(base::printable(start.fallback));
  json["hcas"] = printable_list(start.plan.hcas);
  json["rendezvous"] = rendezvous_json(start.rendezvous);
  json["environment"] = variables_json(start.variables);
  return json.dump(2) + "\n";
}

}  // namespace railhead::report
