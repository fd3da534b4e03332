#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/nri/nri.h"

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;

Json value_json(std::uint64_t value) { return value == nri::kUnlimited ? Json("unlimited") : Json(value); }

Json limits_json(const std::vector<nri::Rlimit>& limits) {
  Json list = Json::array();
  for (const nri::Rlimit& limit : limits)
    list.push_back({{"type", limit.type}, {"soft", value_json(limit.soft)}, {"hard", value_json(limit.hard)}});
  return list;
}

Json rules_json(const std::vector<TriedRule>& rules) {
  Json list = Json::array();
  for (const TriedRule& rule : rules)
    list.push_back({{"name", base::one_line(rule.name)}, {"matches", rule.matches}, {"why", base::one_line(rule.why)}});
  return list;
}

Json container_json(const CheckedContainer& one) {
  Json reasons = Json::array();
  for (const std::string& reason : one.decision.reasons) reasons.push_back(base::one_line(reason));
  Json rule = nullptr;
  if (!one.decision.rule.empty()) rule = base::one_line(one.decision.rule);
  return {{"outcome", nri::name(one.decision.outcome)},
          {"rule", std::move(rule)},
          {"limits", limits_json(one.decision.limits)},
          {"reasons", std::move(reasons)},
          {"rules", rules_json(one.rules)},
          {"passed_over", one.passed_over},
          {"object", base::one_line(one.object)},
          {"part", base::one_line(one.part)},
          {"container", base::one_line(one.name)},
          {"init", one.init},
          {"namespace", base::one_line(one.space)},
          {"runtime_class", base::one_line(one.runtime_class)},
          {"rdma_device", one.device},
          {"rdma_device_from", base::one_line(one.device_from)},
          {"file", base::one_line(one.file)},
          {"source", base::one_line(one.source)}};
}

Json lost_json(const std::vector<LostAnnotation>& lost) {
  Json list = Json::array();
  for (const LostAnnotation& one : lost)
    list.push_back(
        {{"object", base::one_line(one.object)}, {"source", base::one_line(one.source)}, {"why", base::one_line(one.why)}});
  return list;
}

}  // namespace

std::string nri_check_json(const NriCheck& check, const std::vector<CheckedContainer>& containers,
                           const std::vector<LostAnnotation>& lost, const std::string& version) {
  Json list = Json::array();
  for (const CheckedContainer& one : containers) list.push_back(container_json(one));
  Json file = nullptr;
  if (!check.policy.empty()) file = base::one_line(check.policy);
  Json memory = nullptr;
  if (check.node_memory > 0) memory = check.node_memory;
  const Json root = {{"schema", 1},
                     {"command", "nri check"},
                     {"version", version},
                     {"policy", {{"file", std::move(file)}, {"rules", check.rules}}},
                     {"node_memory_bytes", std::move(memory)},
                     {"containers", std::move(list)},
                     {"lost_annotations", lost_json(lost)}};
  return root.dump(2) + "\n";
}

}  // namespace railhead::report
