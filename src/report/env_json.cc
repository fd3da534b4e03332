#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/env.h"

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;

Json evidence_json(const std::vector<facts::Evidence>& evidence) {
  Json list = Json::array();
  for (const facts::Evidence& each : evidence)
    list.push_back({{"what", base::printable(each.what)}, {"where", base::printable(each.where)}});
  return list;
}

Json settings_json(const nccl::Plan& plan) {
  Json list = Json::array();
  for (const nccl::Setting& setting : plan.settings)
    list.push_back({{"name", base::printable(setting.name)},
                    {"value", base::printable(setting.value)},
                    {"origin", origin_name(setting.origin)},
                    {"reason", base::printable(setting.reason)},
                    {"evidence", evidence_json(setting.evidence)}});
  return list;
}

Json left_out_json(const std::vector<nccl::LeftOut>& left_out) {
  Json list = Json::array();
  for (const nccl::LeftOut& each : left_out)
    list.push_back({{"name", base::printable(each.name)},
                    {"reason", base::printable(each.reason)},
                    {"evidence", evidence_json(each.evidence)}});
  return list;
}

Json names_json(const std::vector<std::string>& names) {
  Json list = Json::array();
  for (const std::string& name : names) list.push_back(base::printable(name));
  return list;
}

}  // namespace

std::string env_json(const nccl::Plan& plan) {
  const Json json = {{"schema", 1},
                     {"transport", transport_name(plan.transport)},
                     {"why", base::printable(plan.why)},
                     {"hcas", names_json(plan.hcas)},
                     {"settings", settings_json(plan)},
                     {"withheld", left_out_json(plan.withheld)},
                     {"left_out", left_out_json(plan.left_out)}};
  return json.dump(2) + "\n";
}

}  // namespace railhead::report
