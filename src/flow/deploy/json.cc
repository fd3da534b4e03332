#include <array>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "flow/deploy/result.h"

namespace railhead::flow {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, 5> kEnds = {"ready", "succeeded", "failed", "timed-out", "interrupted"};
constexpr std::array<const char*, 5> kPhases = {"pending", "running", "succeeded", "failed", "unknown"};

Json error_json(const base::Error& error) {
  return {{"code", base::name(error.code)},
          {"message", base::printable(error.message)},
          {"cause", base::printable(error.cause)},
          {"suggestion", base::printable(error.suggestion)},
          {"transient", error.transient}};
}

Json named(std::string_view kind, const std::string& space, const std::string& name) {
  return {{"kind", kind}, {"namespace", space.empty() ? Json() : Json(space)}, {"name", name}};
}

Json step_json(const Step& step) {
  Json json = named(step.item.kind->kind, step.item.space, step.item.name);
  json["result"] = word_of(step.did);
  json["note"] = step.note;
  return json;
}

Json pod_json(const kube::PodState& pod) {
  return {{"name", pod.name},
          {"node", pod.node.empty() ? Json() : Json(pod.node)},
          {"phase", kPhases[static_cast<std::size_t>(pod.phase)]},
          {"ready", pod.ready},
          {"restarts", pod.restarts},
          {"reason", pod.reason},
          {"message", pod.message}};
}

Json waited_json(const Waited& waited) {
  Json pods = Json::array();
  for (const kube::PodState& pod : waited.last.pods) pods.push_back(pod_json(pod));
  return {{"end", kEnds[static_cast<std::size_t>(waited.end)]}, {"why", waited.why}, {"pods", std::move(pods)}};
}

Json removed_array(const std::vector<Removed>& all) {
  Json array = Json::array();
  for (const Removed& one : all) {
    Json json = named(one.object.kind, one.object.space, one.object.name);
    json["deleted"] = one.why.empty();
    json["note"] = base::printable(one.why);
    array.push_back(std::move(json));
  }
  return array;
}

Json live_array(const std::vector<kube::Live>& all) {
  Json array = Json::array();
  for (const kube::Live& one : all) array.push_back(named(one.kind, one.space, one.name));
  return array;
}

Json job_json(const DeployedJob& job) {
  return {{"name", job.workload.name},
          {"namespace", job.workload.space},
          {"kind", job.workload.kind->kind},
          {"leftovers", live_array(job.leftovers)},
          {"pruned", removed_array(job.pruned)},
          {"waited", job.waited ? waited_json(*job.waited) : Json()},
          {"verify", job.verified.empty() ? Json() : Json::parse(job.verified, nullptr, false)}};
}

Json head(const char* command) { return {{"schema", 1}, {"command", command}, {"version", RAILHEAD_VERSION}}; }

}  // namespace

std::string deployed_json(const Deployed& deployed) {
  Json json = head("deploy");
  json["dry_run"] = deployed.dry_run;
  json["interrupted"] = deployed.applied.interrupted;
  json["objects"] = Json::array();
  for (const Step& step : deployed.applied.steps) json["objects"].push_back(step_json(step));
  json["jobs"] = Json::array();
  for (const DeployedJob& job : deployed.jobs) json["jobs"].push_back(job_json(job));
  if (deployed.applied.stopped) json["error"] = error_json(*deployed.applied.stopped);
  return json.dump(2) + "\n";
}

std::string undeployed_json(const std::vector<Undeployed>& jobs, bool dry_run) {
  Json json = head("undeploy");
  json["dry_run"] = dry_run;
  json["jobs"] = Json::array();
  for (const Undeployed& job : jobs)
    json["jobs"].push_back(
        {{"owner", job.owner}, {"objects", removed_array(job.removed)}, {"unread", job.unread}, {"gone", job.gone}});
  return json.dump(2) + "\n";
}

}  // namespace railhead::flow
