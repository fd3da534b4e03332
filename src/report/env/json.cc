#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/env/env.h"

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;

Json evidence_json(const std::vector<facts::Evidence>& evidence) {
  Json list = Json::array();
  for (const facts::Evidence& item : evidence)
    list.push_back({{"what", base::printable(item.what)}, {"where", base::printable(item.where)}});
  return list;
}

Json setting_json(const nccl::Setting& setting) {
  return {{"name", setting.name},
          {"value", base::printable(setting.value)},
          {"origin", name(setting.origin)},
          {"reason", base::printable(setting.reason)},
          {"evidence", evidence_json(setting.evidence)}};
}

Json left_out_json(const std::vector<nccl::LeftOut>& items) {
  Json list = Json::array();
  for (const nccl::LeftOut& item : items)
    list.push_back({{"name", base::printable(item.name)},
                    {"reason", base::printable(item.reason)},
                    {"evidence", evidence_json(item.evidence)}});
  return list;
}

Json error_json(const base::Error& error) {
  return {{"code", name(error.code)},
          {"message", base::printable(error.message)},
          {"cause", base::printable(error.cause)},
          {"suggestion", base::printable(error.suggestion)},
          {"transient", error.transient}};
}

}  // namespace

std::string env_json(const nccl::Plan& plan) {
  Json hcas = Json::array();
  for (const std::string& hca : plan.hcas) hcas.push_back(base::printable(hca));
  Json settings = Json::array();
  for (const nccl::Setting& setting : plan.settings) settings.push_back(setting_json(setting));
  Json document = {{"schema", 1},
                   {"transport", name(plan.transport)},
                   {"why", base::printable(plan.why)},
                   {"nccl", plan.nccl ? Json(text(*plan.nccl)) : Json(nullptr)},
                   {"hcas", hcas},
                   {"settings", settings},
                   {"left_out", left_out_json(plan.left_out)},
                   {"withheld", left_out_json(plan.withheld)}};
  if (plan.error) document["error"] = error_json(*plan.error);
  return document.dump(2) + "\n";
}

}  // namespace railhead::report
