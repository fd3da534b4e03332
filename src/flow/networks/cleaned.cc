#include "flow/networks/cleaned.h"

#include <nlohmann/json.hpp>

#include "kube/survey/reading.h"

namespace railhead::flow {
namespace {

using Json = nlohmann::json;

constexpr const char* kResourceName = "k8s.v1.cni.cncf.io/resourceName";
constexpr const char* kOwnerReference = "sriovnetwork.openshift.io/owner-ref";
constexpr const char* kLastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/// Members that are mappings with anything in them.
void keep(const Json& from, Json& to, const char* key) {
  const Json* value = kube::at(from, {key});
  if (value && value->is_object() && !value->empty()) to[key] = *value;
}

/// The configuration by its meaning: members in any order, blanks anywhere.
Json meaning_of(const Json& object) {
  Json spec = object.is_object() && object.contains("spec") ? object["spec"] : Json::object();
  if (!spec.is_object()) return spec;
  const auto config = spec.find("config");
  if (config == spec.end() || !config->is_string()) return spec;
  Json parsed = Json::parse(config->get_ref<const std::string&>(), nullptr, false);
  if (!parsed.is_discarded()) *config = std::move(parsed);
  return spec;
}

}  // namespace

Json cleaned(const Json& object, const std::string& space) {
  const Json* metadata = kube::at(object, {"metadata"});
  Json kept = {{"name", kube::text_at(object, {"metadata", "name"})}, {"namespace", space}};
  if (metadata) {
    keep(*metadata, kept, "labels");
    keep(*metadata, kept, "annotations");
  }
  if (kept.contains("annotations")) {
    kept["annotations"].erase(kLastApplied);
    kept["annotations"].erase(kOwnerReference);
    if (kept["annotations"].empty()) kept.erase("annotations");
  }
  Json copy = {{"apiVersion", "k8s.cni.cncf.io/v1"}, {"kind", "NetworkAttachmentDefinition"}, {"metadata", std::move(kept)}};
  if (const Json* spec = kube::at(object, {"spec"})) copy["spec"] = *spec;
  return copy;
}

std::string shown_lines(const Json& object) {
  Json shown = object;
  if (shown.contains("spec")) shown["spec"] = meaning_of(object);
  return shown.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool same_network(const Json& one, const Json& other) {
  const auto resource = [](const Json& object) { return kube::text_at(object, {"metadata", "annotations", kResourceName}); };
  return meaning_of(one) == meaning_of(other) && resource(one) == resource(other);
}

std::string maker_of(const Json& object) {
  if (std::string owner = kube::text_at(object, {"metadata", "annotations", kOwnerReference}); !owner.empty()) return owner;
  const Json* owners = kube::at(object, {"metadata", "ownerReferences"});
  if (!owners || !owners->is_array() || owners->empty()) return {};
  return kube::text_at(owners->front(), {"kind"}) + " " + kube::text_at(owners->front(), {"name"});
}

}  // namespace railhead::flow
