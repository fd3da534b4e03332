#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "report/columns.h"
#include "report/discover/discover.h"

namespace railhead::report {
namespace {

using Row = std::vector<std::string>;

/// Nodes of a table; more are counted.
constexpr std::size_t kMostNodes = 200;

std::string heading(const char* title, const Style& style) { return "\n" + toned(style, Tone::strong, title) + "\n"; }

/// Columns no wider than what stands in them.
std::string table(std::vector<Column> heads, const std::vector<Row>& rows) {
  for (std::size_t i = 0; i < heads.size(); ++i) {
    std::size_t widest = heads[i].heading.size();
    for (const Row& row : rows) widest = std::max(widest, row[i].size());
    heads[i].width = std::min(heads[i].width, widest);
  }
  return columns(heads, rows);
}

template <class T>
std::string not_known(const facts::Known<T>& fact) {
  return base::format("  not known: {}\n", base::one_line(facts::described(fact.missing())));
}

std::string amount_text(const facts::NodeAmount& amount) {
  const auto free = amount.free();
  return base::format("{} {}/{}", base::one_line(amount.name), free ? std::to_string(*free) : "?",
                      amount.allocatable ? std::to_string(*amount.allocatable) : "?");
}

/// Devices: what has a slash, but not what every node has.
std::string devices_text(const facts::SurveyedNode& node) {
  std::string text;
  for (const facts::NodeAmount& amount : node.amounts)
    if (amount.name.find('/') != std::string::npos && amount.capacity.value_or(0) + amount.allocatable.value_or(0) > 0)
      text += (text.empty() ? "" : ", ") + amount_text(amount);
  return text.empty() ? "-" : text;
}

std::string state_of(const facts::SurveyedNode& node) {
  if (!node.ready) return "not ready";
  return node.schedulable ? "ready" : "cordoned";
}

std::string nodes_text(const facts::Survey& survey, const Style& style) {
  std::string text = heading("nodes (devices: free/allocatable)", style);
  if (!survey.nodes) return text + not_known(survey.nodes);
  if (survey.nodes->empty()) return text + "  none\n";
  std::vector<Row> rows;
  for (const facts::SurveyedNode& node : *survey.nodes)
    if (rows.size() < kMostNodes)
      rows.push_back({base::one_line(node.name), state_of(node),
                      base::one_line(base::format("{} {}", node.runtime, node.runtime_version)), base::one_line(node.kubelet),
                      devices_text(node)});
  text += table({{"node", 40}, {"state", 9}, {"runtime", 24}, {"kubelet", 20}, {"devices", 60}}, rows);
  if (survey.nodes->size() > rows.size()) text += base::format("and {} more (-o json)\n", survey.nodes->size() - rows.size());
  return text;
}

std::string plugin_types(const facts::NetworkDefinition& network) {
  std::vector<std::string> types;
  types.reserve(network.plugins.size());
  for (const facts::CniPlugin& plugin : network.plugins) types.push_back(base::one_line(plugin.type.value_or("?")));
  return base::joined(types, "+");
}

std::string subnets_of(const facts::NetworkDefinition& network) {
  std::vector<std::string> all;
  for (const facts::CniPlugin& plugin : network.plugins) {
    for (const facts::Placed& subnet : plugin.ipam.subnets) all.push_back(base::one_line(subnet.text));
    for (const facts::Placed& pool : plugin.ipam.pools) all.push_back(base::one_line(pool.text));
  }
  return all.empty() ? "-" : base::joined(all, ", ");
}

std::string networks_text(const facts::Survey& survey, const Style& style) {
  std::string text = heading("networks", style);
  if (!survey.networks) return text + not_known(survey.networks);
  if (!survey.networks_of.empty())
    text += base::format("  of the namespaces {} alone\n", base::joined(survey.networks_of, ", "));
  std::vector<Row> rows;
  for (const facts::SurveyedObject& object : *survey.networks) {
    Row row = {base::format("{}/{}", base::one_line(object.space), base::one_line(object.name)), "?", "?", "?"};
    if (object.read && object.read->network) {
      const facts::NetworkDefinition& network = *object.read->network;
      row = {row[0], network.malformed ? "no JSON" : plugin_types(network), base::one_line(network.resource.value_or("-")),
             subnets_of(network)};
    }
    rows.push_back(std::move(row));
  }
  if (rows.empty()) return text + "  none\n";
  return text + table({{"network", 50}, {"CNI", 20}, {"resource", 40}, {"addresses", 40}}, rows);
}

std::string policies_text(const facts::Survey& survey, const Style& style) {
  std::string text = heading("pools of RDMA devices", style);
  if (!survey.policies && !survey.plugin_configs) return text + not_known(survey.policies);
  std::vector<Row> rows;
  for (const auto* list : {&survey.policies, &survey.plugin_configs}) {
    if (!*list) continue;
    for (const facts::SurveyedObject& object : **list)
      for (const facts::DevicePool& pool : object.read ? object.read->pools : std::vector<facts::DevicePool>{})
        rows.push_back({base::one_line(pool.resource), pool.rdma.value_or(false) ? "yes" : "no",
                        base::one_line(pool.link_type.value_or("-")),
                        base::format("{} {}", object.kind, base::one_line(object.name))});
  }
  for (const facts::SharedPool& pool : survey.shared_pools)
    rows.push_back({base::one_line(pool.resource), "yes", pool.link.empty() ? "-" : pool.link, base::one_line(pool.source)});
  if (rows.empty()) return text + "  none\n";
  return text + table({{"resource", 40}, {"RDMA", 4}, {"link", 12}, {"from", 60}}, rows);
}

std::string yes_no(const facts::Known<bool>& fact) {
  if (fact) return *fact ? "yes" : "no";
  return fact.not_asked() ? "-" : "?";
}

std::string constraints_text(const facts::Survey& survey, const Style& style) {
  if (!survey.openshift.value_or(true)) return {};
  std::string text = heading("security context constraints that let IPC_LOCK through", style);
  if (!survey.constraints) return text + not_known(survey.constraints);
  std::vector<Row> rows;
  for (const facts::SurveyedConstraint& one : *survey.constraints)
    if (one.ipc_lock)
      rows.push_back(
          {base::one_line(one.object.name), one.privileged ? "yes" : "no", yes_no(one.user_may), yes_no(one.account_may)});
  if (rows.empty()) return text + "  none\n";
  return text + table({{"SCC", 40}, {"privileged", 10}, {"you may", 7}, {"account may", 11}}, rows);
}

std::string rest_text(const facts::Survey& survey, const Style& style) {
  std::string text = heading("what else is there", style);
  if (survey.stack)
    for (const facts::StackPart& part : *survey.stack)
      text += base::format("  {}: {} ({} of {} ready)\n", part.part, base::one_line(part.object), part.ready, part.wanted);
  std::vector<std::string> served;
  for (const facts::SurveyedApi& api : survey.apis)
    if (api.served()) served.push_back(api.name + " " + base::one_line(base::joined(*api.versions, "/")));
  text += base::format("  APIs: {}\n", served.empty() ? "none that matters here" : base::listed(served, 32));
  if (survey.storage)
    for (const facts::StorageClass& one : *survey.storage)
      text += base::format("  storage class {}: {}{}\n", base::one_line(one.name), base::one_line(one.provisioner),
                           one.is_default ? " (the default)" : "");
  if (survey.native_ulimits) text += base::format("  securityContext.ulimits: {}\n", *survey.native_ulimits ? "yes" : "no");
  return text;
}

std::string quotas_text(const facts::SurveyedSpace& space, const Style& style) {
  std::string text = heading("namespace", style);
  text += base::format("  {}: {}\n", base::one_line(space.name),
                       space.exists ? (*space.exists ? "is there" : "is not there") : "not known whether it is there");
  if (space.labels)
    for (const auto& [key, value] : *space.labels)
      text += base::format("  {}={}\n", base::one_line(key), base::one_line(value));
  if (space.quotas)
    for (const facts::Quota& quota : *space.quotas)
      for (const facts::QuotaAmount& amount : quota.amounts)
        text += base::format("  quota {}: {} {} of {}\n", base::one_line(quota.name), base::one_line(amount.resource),
                             amount.used.empty() ? "?" : base::one_line(amount.used), base::one_line(amount.hard));
  return text;
}

std::string gaps_text(const std::vector<facts::SurveyGap>& gaps, const std::vector<std::string>& remarks, const Style& style) {
  std::string text;
  if (!remarks.empty()) text += heading("worth knowing", style);
  for (const std::string& one : remarks) text += "  " + base::printable(one) + "\n";
  if (!gaps.empty()) text += heading("not known, with the command by which one who may read it sees it", style);
  for (const facts::SurveyGap& gap : gaps)
    text += base::format("  {}: {}\n    {}\n", base::one_line(gap.what), base::one_line(facts::described(gap.missing)),
                         base::one_line(gap.command));
  return text;
}

}  // namespace

std::string survey_text(const facts::Survey& survey, const std::vector<facts::SurveyGap>& gaps,
                        const std::vector<std::string>& remarks, const Style& style) {
  const std::string platform = !survey.openshift ? "cluster" : *survey.openshift ? "OpenShift " : "Kubernetes ";
  std::string text = platform;
  if (survey.openshift.is(true)) text += base::one_line(survey.release.value_or("of a release that is not known")) + ", ";
  text += base::format("{}\n", base::one_line(survey.kubernetes.value_or("of a version that is not known")));
  return text + nodes_text(survey, style) + networks_text(survey, style) + policies_text(survey, style) +
         constraints_text(survey, style) + quotas_text(survey.space, style) + rest_text(survey, style) +
         gaps_text(gaps, remarks, style);
}

}  // namespace railhead::report
