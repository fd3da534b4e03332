#include <nlohmann/json.hpp>

#include "base/format.h"
#include "base/text.h"
#include "report/explain/explain.h"
#include "report/findings_json.h"

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;

Json inputs_json(const std::vector<ExplainedInput>& inputs) {
  Json list = Json::array();
  for (const ExplainedInput& input : inputs)
    list.push_back({{"file", base::one_line(input.file)},
                    {"kind", input.kinds.empty() ? "unrecognised" : base::joined(input.kinds, ", ")},
                    {"lines", input.lines},
                    {"unrecognised_lines", input.unrecognised}});
  return list;
}

/// What the texts do not support is absent.
Json conclusions_json(const check::Conclusions& found) {
  Json conclusions = Json::object();
  if (found.usable_devices) conclusions["usable_devices"] = *found.usable_devices;
  if (found.chosen_devices) conclusions["NCCL_IB_HCA"] = "=" + base::joined(*found.chosen_devices, ",");
  if (!found.gid_index.empty()) conclusions["recommended_gid_index"] = found.gid_index;
  if (found.memlock)
    conclusions["memlock_kb"] = found.memlock->unlimited() ? Json("unlimited") : Json(found.memlock->limit->value / 1024);
  if (!found.transport.empty()) conclusions["transport"] = found.transport;
  if (found.rdma_used) conclusions["rdma_used"] = *found.rdma_used;
  return conclusions;
}

template <class T>
Json value_json(const facts::Known<T>& fact) {
  return fact.has() ? Json(*fact) : Json(nullptr);
}

Json rank_json(const facts::LogRank& rank) {
  Json hcas = nullptr;
  if (rank.hcas.has()) {
    hcas = Json::array();
    for (const facts::LogHca& hca : *rank.hcas) hcas.push_back(base::format("{}:{}/{}", hca.name, hca.port, hca.link_layer));
  }
  return {{"host", rank.host},
          {"pid", rank.process},
          {"gpu", rank.device},
          {"rank", rank.rank ? Json(*rank.rank) : Json(nullptr)},
          {"ranks", rank.ranks ? Json(*rank.ranks) : Json(nullptr)},
          {"bootstrap", value_json(rank.bootstrap)},
          {"network", value_json(rank.network)},
          {"hcas", std::move(hcas)},
          {"channels",
           {{"local", rank.channels.local},
            {"rdma", rank.channels.rdma},
            {"gpudirect", rank.channels.gpudirect},
            {"socket", rank.channels.socket},
            {"other", rank.channels.other}}}};
}

Json log_json(const facts::LogRun& log) {
  if (!log.seen()) return nullptr;
  Json ranks = Json::array();
  for (const facts::LogRank& rank : log.ranks) ranks.push_back(rank_json(rank));
  return {{"library", log.rccl ? "RCCL" : "NCCL"},
          {"version", value_json(log.version)},
          {"lines", log.lines},
          {"ranks", std::move(ranks)}};
}

}  // namespace

std::string explain_json(const Explained& explained) {
  const Json document = {{"schema", 1},
                         {"command", "explain"},
                         {"version", explained.version},
                         {"inputs", inputs_json(explained.inputs)},
                         {"conclusions", conclusions_json(explained.conclusions)},
                         {"findings", findings_json(explained.results)},
                         {"summary", summary_json(explained.results)},
                         {"log", log_json(explained.log)}};
  return document.dump(2) + "\n";
}

}  // namespace railhead::report
