#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/format.h"
#include "flow/preflight/trials.h"
#include "manifest/facts/pod_template.h"
#include "manifest/yaml/yaml.h"

namespace railhead::flow {
namespace {

using Json = nlohmann::ordered_json;
using manifest::NodeKind;
using manifest::Value;

constexpr int kMostDepth = 24;

/// render quotes each text that could be read as something else.
Json scalar_of(const Value& value) {
  if (!value.plain()) return value.text().value_or("");
  if (const auto number = value.integer()) return *number;
  if (const auto text = value.text(); text == "true" || text == "false") return *text == "true";
  return value.text() ? Json(*value.text()) : Json(nullptr);
}

Json json_of(const Value& value, int depth = 0) {
  if (depth > kMostDepth) return nullptr;
  if (value.is(NodeKind::mapping)) {
    Json object = Json::object();
    for (const auto& [key, member] : value.members()) object[key.text().value_or("")] = json_of(member, depth + 1);
    return object;
  }
  if (value.is(NodeKind::sequence)) {
    Json list = Json::array();
    for (const Value& item : value.items()) list.push_back(json_of(item, depth + 1));
    return list;
  }
  return scalar_of(value);
}

/// A Pod takes no claim templates: the claims that the controller makes of them are volumes.
void add_claims(const Value& root, const std::string& name, Json& spec) {
  for (const Value& claim : root["spec"]["volumeClaimTemplates"].items()) {
    const std::string volume = claim["metadata"]["name"].text().value_or("");
    spec["volumes"].push_back(
        {{"name", volume}, {"persistentVolumeClaim", {{"claimName", base::format("{}-{}-0", volume, name)}}}});
  }
}

}  // namespace

std::vector<std::string> pod_manifests(const Item& item, const std::string& account) {
  std::vector<std::string> manifests;
  const manifest::Parsed parsed = manifest::parse_yaml(item.text);
  if (parsed.documents.empty()) return manifests;
  const Value root(parsed.documents.front());
  for (const manifest::FoundTemplate& found : manifest::pod_templates(root)) {
    Json metadata = json_of(found.metadata);
    if (!metadata.is_object()) metadata = Json::object();
    for (const char* member : {"name", "namespace"}) metadata.erase(member);
    metadata["generateName"] = "railhead-preflight-";
    metadata["namespace"] = item.space;
    Json spec = json_of(found.spec);
    add_claims(root, item.name, spec);
    if (!account.empty()) spec["serviceAccountName"] = account;
    if (!spec.contains("restartPolicy")) spec["restartPolicy"] = "Always";
    const Json pod = {{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", metadata}, {"spec", spec}};
    manifests.push_back(pod.dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  return manifests;
}

}  // namespace railhead::flow
