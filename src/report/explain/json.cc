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
                    {"unrecognised_lines", input.unrecognised},
                    {"unread", input.unread.empty() ? Json(nullptr) : Json(base::one_line(input.unread))}});
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

Json gpudirect_json(const facts::LogRank& rank) {
  Json all = Json::array();
  for (const facts::LogGpuDirect& each : rank.gpudirect)
    all.push_back({{"hca", each.hca}, {"enabled", value_json(each.enabled)}, {"why", each.why}});
  for (const facts::Known<std::string>& far : rank.too_far)
    all.push_back({{"hca", *far}, {"enabled", false}, {"why", "distance"}});
  return all;
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
          {"version", value_json(rank.version)},
          {"bootstrap", value_json(rank.bootstrap)},
          {"network", value_json(rank.network)},
          {"hcas", std::move(hcas)},
          {"channels",
           {{"local", rank.channels.local()},
            {"p2p", rank.channels.p2p},
            {"shm", rank.channels.shared_memory},
            {"rdma", rank.channels.rdma},
            {"gpudirect", rank.channels.gpudirect},
            {"socket", rank.channels.socket},
            {"other", rank.channels.other},
            {"pxn", rank.channels.pxn}}},
          {"plugin", value_json(rank.plugin)},
          {"gpudirect", gpudirect_json(rank)},
          {"first_error", rank.first_error.has()
                              ? Json({{"what", *rank.first_error}, {"where", base::printable(rank.first_error.source())}})
                              : Json(nullptr)}};
}

template <class T>
Json optional_json(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json row_json(const facts::BandwidthRow& row) {
  return {{"bytes", row.bytes},
          {"gigabytes_per_second", row.rate},
          {"in_place", optional_json(row.in_place)},
          {"peak", optional_json(row.peak)},
          {"wrong", optional_json(row.wrong)},
          {"where", base::printable(row.source)}};
}

Json bandwidth_json(const facts::LogRun& log) {
  Json list = Json::array();
  for (const facts::BandwidthTable& table : log.bandwidth) {
    Json rows = Json::array();
    for (const facts::BandwidthRow& row : table.rows) rows.push_back(row_json(row));
    list.push_back({{"tool", table.tool == facts::BandwidthTool::perftest ? "perftest" : "nccl-tests"},
                    {"name", table.name},
                    {"hosts", table.hosts},
                    {"ranks", table.ranks == 0 ? Json(nullptr) : Json(table.ranks)},
                    {"device", table.device.empty() ? Json(nullptr) : Json(table.device)},
                    {"both_directions", table.both_ways},
                    {"average", value_json(table.average)},
                    {"out_of_bounds", value_json(table.out_of_bounds)},
                    {"where", base::printable(table.source)},
                    {"rows", std::move(rows)}});
  }
  return list;
}

Json log_json(const facts::LogRun& log) {
  if (!log.seen()) return nullptr;
  Json ranks = Json::array();
  for (const facts::LogRank& rank : log.ranks) ranks.push_back(rank_json(rank));
  return {{"library", log.rccl ? "RCCL" : "NCCL"},
          {"version", value_json(log.version)},
          {"version_range", log.version.has() ? Json(nullptr) : value_json(log.version_range)},
          {"lines", log.lines},
          {"lines_left_out", log.lines_left_out},
          {"events_left_out", log.events_left_out},
          {"ranks", std::move(ranks)}};
}

Json document_of(const Explained& explained) {
  return {{"schema", 1},
          {"command", "explain"},
          {"version", explained.version},
          {"inputs", inputs_json(explained.inputs)},
          {"conclusions", conclusions_json(explained.conclusions)},
          {"findings", findings_json(explained.results)},
          {"summary", summary_json(explained.results)},
          {"log", log_json(explained.log)},
          {"bandwidth", bandwidth_json(explained.log)}};
}

}  // namespace

std::string explain_json(const Explained& explained) { return document_of(explained).dump(2) + "\n"; }

std::string explain_json_line(const Explained& explained, bool last) {
  Json document = document_of(explained);
  document["final"] = last;
  return document.dump() + "\n";
}

}  // namespace railhead::report
