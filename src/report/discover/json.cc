#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/discover/discover.h"

namespace railhead::report {
namespace {

using Json = nlohmann::ordered_json;
using facts::Known;

Json text_json(const std::string& text) { return base::printable(text); }
Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : text_json(text); }

Json fact(const Known<std::string>& known) { return known ? text_json(*known) : Json(nullptr); }
Json fact(const Known<bool>& known) { return known ? Json(*known) : Json(nullptr); }

Json fact(const Known<std::map<std::string, std::string>>& known) {
  if (!known) return nullptr;
  Json object = Json::object();
  for (const auto& [key, value] : *known) object[base::printable(key)] = text_json(value);
  return object;
}

/// null where the list is not known.
template <class T, class Write>
Json list(const Known<std::vector<T>>& known, const Write& write) {
  if (!known) return nullptr;
  Json all = Json::array();
  for (const T& one : *known) all.push_back(write(one));
  return all;
}

Json number(const std::optional<std::uint64_t>& amount) { return amount ? Json(*amount) : Json(nullptr); }

Json texts_json(const std::vector<std::string>& texts) {
  Json all = Json::array();
  for (const std::string& text : texts) all.push_back(text_json(text));
  return all;
}

Json node_json(const facts::SurveyedNode& node) {
  Json labels = Json::object();
  for (const auto& [key, value] : node.labels) labels[base::printable(key)] = text_json(value);
  Json taints = Json::array();
  for (const facts::Taint& taint : node.taints)
    taints.push_back({{"key", text_json(taint.key)}, {"value", text_json(taint.value)}, {"effect", text_json(taint.effect)}});
  Json resources = Json::object();
  for (const facts::NodeAmount& amount : node.amounts)
    resources[base::printable(amount.name)] = {
        {"capacity", number(amount.capacity)}, {"allocatable", number(amount.allocatable)}, {"free", number(amount.free())}};
  return {{"name", text_json(node.name)},
          {"ready", node.ready},
          {"schedulable", node.schedulable},
          {"runtime", text_or_null(node.runtime)},
          {"runtime_version", text_or_null(node.runtime_version)},
          {"kubelet", text_or_null(node.kubelet)},
          {"kernel", text_or_null(node.kernel)},
          {"system", text_or_null(node.system)},
          {"architecture", text_or_null(node.architecture)},
          {"labels", labels},
          {"taints", taints},
          {"resources", resources}};
}

Json plugins_json(const facts::NetworkDefinition& network) {
  Json plugins = Json::array();
  for (const facts::CniPlugin& plugin : network.plugins) {
    Json subnets = Json::array();
    for (const facts::Placed& subnet : plugin.ipam.subnets) subnets.push_back(text_json(subnet.text));
    Json pools = Json::array();
    for (const facts::Placed& pool : plugin.ipam.pools) pools.push_back(text_json(pool.text));
    plugins.push_back({{"type", fact(plugin.type)},
                       {"master", fact(plugin.master)},
                       {"ipam", fact(plugin.ipam_type)},
                       {"subnets", subnets},
                       {"pools", pools}});
  }
  return plugins;
}

Json network_json(const facts::SurveyedObject& object) {
  Json one = {{"kind", text_json(object.kind)}, {"namespace", text_or_null(object.space)},
              {"name", text_json(object.name)}, {"resource", nullptr},
              {"plugins", Json::array()},       {"malformed", nullptr}};
  if (!object.read || !object.read->network) return one;
  const facts::NetworkDefinition& network = *object.read->network;
  one["resource"] = fact(network.resource);
  one["plugins"] = plugins_json(network);
  one["malformed"] = fact(network.malformed);
  return one;
}

Json pools_json(const facts::SurveyedObject& object) {
  Json pools = Json::array();
  if (object.read)
    for (const facts::DevicePool& pool : object.read->pools) {
      Json interfaces = Json::array();
      for (const facts::Placed& name : pool.interfaces) interfaces.push_back(text_json(name.text));
      pools.push_back({{"resource", text_json(pool.resource)},
                       {"rdma", fact(pool.rdma)},
                       {"link_type", fact(pool.link_type)},
                       {"device_type", fact(pool.device_type)},
                       {"interfaces", interfaces}});
    }
  return {{"kind", text_json(object.kind)},
          {"namespace", text_or_null(object.space)},
          {"name", text_json(object.name)},
          {"pools", pools}};
}

Json constraint_json(const facts::SurveyedConstraint& one) {
  return {{"name", text_json(one.object.name)},      {"ipc_lock", one.ipc_lock},         {"privileged", one.privileged},
          {"users", texts_json(one.users)},          {"groups", texts_json(one.groups)}, {"user_may_use", fact(one.user_may)},
          {"account_may_use", fact(one.account_may)}};
}

Json quota_json(const facts::Quota& quota) {
  Json amounts = Json::object();
  for (const facts::QuotaAmount& amount : quota.amounts)
    amounts[base::printable(amount.resource)] = {{"hard", text_json(amount.hard)}, {"used", text_or_null(amount.used)}};
  return {{"name", text_json(quota.name)}, {"resources", amounts}};
}

Json space_json(const facts::SurveyedSpace& space) {
  return {{"name", text_json(space.name)},
          {"exists", fact(space.exists)},
          {"pod_security", fact(space.labels)},
          {"scc_ranges", fact(space.annotations)},
          {"quotas", list(space.quotas, quota_json)},
          {"limit_ranges", list(space.limit_ranges, [](const auto& one) { return text_json(one.name); })},
          {"service_accounts", list(space.accounts, text_json)}};
}

Json part_json(const facts::StackPart& part) {
  return {{"part", part.part},
          {"object", text_json(part.object)},
          {"image", text_or_null(part.image)},
          {"nodes", part.wanted},
          {"ready", part.ready}};
}

Json apis_json(const std::vector<facts::SurveyedApi>& apis) {
  Json object = Json::object();
  for (const facts::SurveyedApi& api : apis) object[api.name] = list(api.versions, text_json);
  return object;
}

Json unknown_json(const std::vector<facts::SurveyGap>& gaps) {
  Json all = Json::array();
  for (const facts::SurveyGap& gap : gaps)
    all.push_back({{"what", text_json(gap.what)},
                   {"why", facts::name(gap.missing.why)},
                   {"detail", text_json(gap.missing.detail)},
                   {"source", text_json(gap.source)},
                   {"command", text_json(gap.command)}});
  return all;
}

}  // namespace

std::string survey_json(const facts::Survey& survey, const std::vector<facts::SurveyGap>& gaps,
                        const std::vector<std::string>& remarks, const std::string& profile, const std::string& version) {
  Json document = {{"schema", 1},
                   {"command", "discover"},
                   {"version", version},
                   {"openshift", fact(survey.openshift)},
                   {"kubernetes_version", fact(survey.kubernetes)},
                   {"openshift_version", fact(survey.release)},
                   {"nodes", list(survey.nodes, node_json)},
                   {"pods", nullptr},
                   {"networks", list(survey.networks, network_json)},
                   {"networks_of", texts_json(survey.networks_of)},
                   {"sriov_networks", list(survey.sriov_networks, network_json)},
                   {"policies", list(survey.policies, pools_json)},
                   {"device_plugins", list(survey.plugin_configs, pools_json)},
                   {"nic_policies", list(survey.nic_policies, pools_json)}};
  document["shared_pools"] = Json::array();
  for (const facts::SharedPool& pool : survey.shared_pools)
    document["shared_pools"].push_back({{"resource", text_json(pool.resource)},
                                        {"link_type", text_or_null(pool.link)},
                                        {"interfaces", texts_json(pool.interfaces)},
                                        {"source", text_json(pool.source)}});
  if (survey.pods) document["pods"] = {{"bound", survey.pods->bound}, {"waiting", survey.pods->waiting}};
  document["sccs"] = list(survey.constraints, constraint_json);
  document["service_account"] = text_or_null(survey.account);
  document["namespace"] = space_json(survey.space);
  document["storage_classes"] = list(survey.storage, [](const facts::StorageClass& one) -> Json {
    return {{"name", text_json(one.name)}, {"provisioner", text_json(one.provisioner)}, {"default", one.is_default}};
  });
  document["stack"] = list(survey.stack, part_json);
  document["apis"] = apis_json(survey.apis);
  document["ulimits"] = fact(survey.native_ulimits);
  document["unknown"] = unknown_json(gaps);
  document["remarks"] = texts_json(remarks);
  document["profile"] = text_or_null(profile);
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace railhead::report
