#include "flow/survey/shared.h"

#include "base/text.h"
#include "manifest/yaml/yaml.h"

// Fields as of the README of k8s-rdma-shared-dev-plugin, and NicClusterPolicy of NVIDIA's network-operator.
namespace railhead::flow {
namespace {

using facts::SharedPool;
using manifest::Value;

constexpr std::size_t kMostPools = 64;
constexpr std::size_t kMostInterfaces = 64;
constexpr std::size_t kMostValues = 4096;

std::string link_of(const Value& types) {
  const std::vector<Value> all = types.items();
  if (all.size() != 1) return {};
  const std::string text = base::lowered(all.front().text().value_or(""));
  if (text == "infiniband" || text == "ib") return "infiniband";
  return text == "ether" || text == "ethernet" ? "ethernet" : std::string();
}

SharedPool pool_of(const Value& entry, const std::string& source) {
  const std::string prefix = entry["resourcePrefix"].text().value_or("rdma");
  SharedPool pool{.resource = base::one_line(prefix + "/" + entry["resourceName"].text().value_or("")),
                  .interfaces = {},
                  .link = link_of(entry["selectors"]["linkTypes"]),
                  .source = source};
  for (const Value& list : {entry["selectors"]["ifNames"], entry["devices"]})
    for (const Value& name : list.items())
      if (pool.interfaces.size() < kMostInterfaces) pool.interfaces.push_back(base::one_line(name.text().value_or("")));
  return pool;
}

void add_pools(const std::string& text, const std::string& source, std::vector<SharedPool>& pools) {
  const manifest::Parsed parsed = manifest::parse_yaml(text, kMostValues);
  for (const manifest::Document& document : parsed.documents)
    for (const Value& entry : Value(document)["configList"].items())
      if (pools.size() < kMostPools && entry["resourceName"].text()) pools.push_back(pool_of(entry, source));
}

}  // namespace

std::vector<SharedPool> shared_pools(const facts::Survey& survey) {
  std::vector<SharedPool> pools;
  for (const auto* list : {&survey.plugin_configs, &survey.nic_policies}) {
    if (!*list) continue;
    for (const facts::SurveyedObject& object : **list) {
      const manifest::Parsed parsed = manifest::parse_yaml(object.text);
      if (parsed.documents.empty()) continue;
      const Value root(parsed.documents[0]);
      for (const auto& [key, value] : root["data"].members()) add_pools(value.text().value_or(""), object.source, pools);
      add_pools(root["spec"]["rdmaSharedDevicePlugin"]["config"].text().value_or(""), object.source, pools);
    }
  }
  return pools;
}

}  // namespace railhead::flow
