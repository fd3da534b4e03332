#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/findings_json.h"
#include "report/verify/verify.h"

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;
using facts::RankUse;

template <class T>
Json value_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(base::printable(text)); }

Json moved_json(const std::optional<std::vector<facts::Moved>>& moved) {
  if (!moved) return nullptr;
  Json list = Json::array();
  for (const facts::Moved& each : *moved) list.push_back({{"name", base::printable(each.name)}, {"bytes", each.bytes}});
  return list;
}

Json movement_json(const std::optional<facts::Movement>& movement) {
  if (!movement) return nullptr;
  return {{"milliseconds", movement->milliseconds},
          {"rdma", moved_json(movement->rdma)},
          {"interfaces", moved_json(movement->interfaces)}};
}

Json rank_json(const RankUse& row) {
  return {{"rank", value_or_null(row.rank)},
          {"gpu", value_or_null(row.gpu)},
          {"pod", base::printable(row.pod)},
          {"node", text_or_null(row.node)},
          {"way", name(row.way)},
          {"proof", name(row.proof)},
          {"hcas", row.hcas},
          {"gpudirect", value_or_null(row.gpudirect)},
          {"memlock_bytes", row.memlock_unlimited ? Json("unlimited") : value_or_null(row.memlock)},
          {"pinned_bytes", value_or_null(row.pinned)},
          {"moved", movement_json(row.moved)},
          {"verdict", base::printable(row.verdict)}};
}

Json pod_json(const VerifiedPod& pod) {
  Json notes = Json::array();
  for (const std::string& note : pod.notes) notes.push_back(base::printable(note));
  return {{"name", base::printable(pod.name)}, {"node", text_or_null(pod.node)}, {"container", text_or_null(pod.container)},
          {"phase", text_or_null(pod.phase)},  {"asked", pod.silence.empty()},   {"silence", text_or_null(pod.silence)},
          {"why", text_or_null(pod.why)},      {"notes", std::move(notes)},      {"saved", text_or_null(pod.saved)}};
}

Json document_of(const Verified& verified) {
  Json pods = Json::array();
  for (const VerifiedPod& pod : verified.pods) pods.push_back(pod_json(pod));
  Json ranks = Json::array();
  for (const RankUse& row : verified.ranks) ranks.push_back(rank_json(row));
  return {{"schema", 1},
          {"command", "verify"},
          {"version", verified.version},
          {"time", verified.time},
          {"namespace", base::printable(verified.space)},
          {"verdict", {{"good", verified.good}, {"message", base::printable(verified.verdict)}}},
          {"ranks", std::move(ranks)},
          {"pods", std::move(pods)},
          {"findings", findings_json(verified.results)},
          {"summary", summary_json(verified.results)},
          {"command_exit_code", value_or_null(verified.command_code)}};
}

}  // namespace

std::string verify_json(const Verified& verified) { return document_of(verified).dump(2) + "\n"; }

std::string verify_json_line(const Verified& verified, bool last) {
  Json document = document_of(verified);
  document["final"] = last;
  return document.dump() + "\n";
}

}  // namespace railhead::report
