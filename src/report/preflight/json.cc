#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/findings_json.h"
#include "report/preflight/preflight.h"

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;

Json pods_json(const facts::WantedPods& pods) {
  Json requests = Json::object();
  for (const facts::WantedAmount& one : pods.requests) requests[base::printable(one.name)] = one.amount;
  return {{"owner", base::printable(pods.owner)}, {"count", pods.count}, {"requests", std::move(requests)}};
}

Json job_json(const facts::WantedJob& job) {
  Json pods = Json::array();
  for (const facts::WantedPods& one : job.pods) pods.push_back(pods_json(one));
  Json networks = Json::array();
  for (const facts::WantedNetwork& one : job.networks) networks.push_back(base::printable(one.space + "/" + one.name));
  return {{"name", base::printable(job.name)},
          {"namespace", base::printable(job.space)},
          {"file", base::printable(job.file)},
          {"rdma", job.rdma},
          {"service_account", base::printable(job.account)},
          {"networks", std::move(networks)},
          {"pods", std::move(pods)}};
}

}  // namespace

std::string preflight_json(const Preflighted& said) {
  Json jobs = Json::array();
  for (const facts::Preflight& one : said.all)
    for (const facts::WantedJob& job : one.jobs) jobs.push_back(job_json(job));
  const check::Outlook& outlook = said.outlook;
  const Json document = {{"schema", 1},
                         {"command", "preflight"},
                         {"version", said.version},
                         {"program", base::printable(said.program)},
                         {"jobs", std::move(jobs)},
                         {"verdict",
                          {{"can_start", outlook.can_start ? Json(*outlook.can_start) : Json(nullptr)},
                           {"rdma", outlook.rdma},
                           {"message", base::printable(outlook.message)},
                           {"blockers", outlook.blockers}}},
                         {"findings", findings_json(said.results)},
                         {"summary", summary_json(said.results)}};
  return document.dump(2) + "\n";
}

}  // namespace railhead::report
