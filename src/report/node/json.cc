#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/node/node.h"

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;
using memlock::node::Plan;

Json amount_json(const std::optional<std::uint64_t>& amount) { return amount ? Json(*amount) : Json("unlimited"); }

Json limit_json(const std::optional<facts::Limit>& limit) {
  if (!limit) return nullptr;
  return {{"soft_bytes", amount_json(limit->soft)}, {"hard_bytes", amount_json(limit->hard)}};
}

Json given_json(const memlock::node::Given& given) {
  return {{"limit", limit_json(given.limit)}, {"from", base::printable(given.from)}};
}

Json settings_json(const std::vector<memlock::node::Setting>& settings) {
  Json list = Json::array();
  for (const memlock::node::Setting& setting : settings)
    list.push_back({{"file", base::printable(setting.path)},
                    {"line", setting.line},
                    {"text", base::printable(setting.said)},
                    {"limit", limit_json(setting.limit)}});
  return list;
}

Json daemons_json(const std::vector<memlock::node::Daemon>& daemons) {
  Json list = Json::array();
  for (const memlock::node::Daemon& daemon : daemons)
    list.push_back({{"name", daemon.name}, {"pid", daemon.pid}, {"limit", limit_json(daemon.limit)}});
  return list;
}

Json head(const char* command, const std::string& version) {
  return {{"schema", 1}, {"command", command}, {"version", version}};
}

Json lines_json(const std::vector<std::string>& lines) {
  Json list = Json::array();
  for (const std::string& line : lines) list.push_back(base::printable(line));
  return list;
}

}  // namespace

std::string node_show_json(const std::vector<NodeRuntime>& runtimes, const std::string& version) {
  Json document = head("node memlock show", version);
  Json list = Json::array();
  for (const NodeRuntime& node : runtimes)
    list.push_back({{"runtime", name(node.runtime)},
                    {"containers", settings_json(node.settings.containers)},
                    {"service", settings_json(node.settings.service)},
                    {"daemons", daemons_json(node.files.daemons)},
                    {"now", given_json(node.outlook.now)},
                    {"after_restart", given_json(node.outlook.next)}});
  document["runtimes"] = std::move(list);
  return document.dump(2) + "\n";
}

std::string node_render_json(const Plan& plan, const std::string& machine_config, const std::string& version) {
  Json document = head("node memlock render", version);
  document["runtime"] = name(plan.runtime);
  Json files = Json::array();
  for (const memlock::node::Edit& edit : plan.edits)
    files.push_back({{"path", edit.path}, {"text", base::printable(edit.after)}});
  document["files"] = std::move(files);
  document["machine_config"] = machine_config.empty() ? Json(nullptr) : Json(machine_config);
  document["restart"] = lines_json(plan.restart);
  document["notes"] = lines_json(plan.notes);
  return document.dump(2) + "\n";
}

std::string node_apply_json(const Plan& plan, const std::vector<NodeWritten>& files, bool dry_run, const std::string& version) {
  Json document = head("node memlock apply", version);
  document["runtime"] = name(plan.runtime);
  document["dry_run"] = dry_run;
  Json list = Json::array();
  for (const NodeWritten& file : files)
    list.push_back(
        {{"path", file.path}, {"action", file.action}, {"backup", file.backup.empty() ? Json(nullptr) : Json(file.backup)}});
  document["files"] = std::move(list);
  document["restart"] = lines_json(plan.changes() ? plan.restart : std::vector<std::string>{});
  document["notes"] = lines_json(plan.notes);
  return document.dump(2) + "\n";
}

}  // namespace railhead::report
