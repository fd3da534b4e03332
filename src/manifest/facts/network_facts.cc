#include "manifest/facts/network_facts.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "facts/cluster/json_text.h"
#include "manifest/facts/cluster/ipam_facts.h"
#include "manifest/yaml/yaml.h"

// Fields as of the CNI specification 1.0, the network-attachment-definition-client, sriov-network-operator (api/v1),
// sriov-network-device-plugin (its README) and NVIDIA's network-operator.
namespace railhead::manifest {
namespace {

constexpr std::size_t kMostEntries = 256;
constexpr std::size_t kMostValues = 4096;  // of a configuration inside a text
constexpr const char* kResourceName = "k8s.v1.cni.cncf.io/resourceName";

std::string short_text(const Value& value) { return base::one_line(value.text().value_or("").substr(0, 256)); }

void add_routes(const Value& ipam, const Origin& origin, facts::CniPlugin& plugin) {
  plugin.ipam_type = told_text(ipam["type"], origin);
  plugin.gateway = told_text(ipam["gateway"], origin);
  plugin.ipam = ipam_of(ipam, origin);
  for (const Value& route : ipam["routes"].items())
    if (route["dst"].text() && plugin.routes.size() < kMostEntries)
      plugin.routes.push_back({short_text(route["dst"]), origin.place(route["dst"])});
}

facts::CniPlugin plugin_of(const Value& config, const Origin& origin) {
  facts::CniPlugin plugin;
  plugin.type = told_text(config["type"], origin);
  plugin.master = told_text(config["master"], origin);
  add_routes(config["ipam"], origin, plugin);
  return plugin;
}

/// A text that holds JSON. Its lines are those of the manifest where it is written as a block ("config: |"); in quotes its line
/// breaks are gone, and all of it stands where it begins.
struct Embedded {
  Parsed parsed;
  Origin origin;
  Value root() const { return parsed.documents.size() == 1 ? Value(parsed.documents[0]) : Value(); }
};

Embedded embedded(const Value& holder, const Origin& origin) {
  Embedded inner{.parsed = parse_yaml(holder.text().value_or(""), kMostValues),
                 .origin = {.file = origin.file, .numbers = {}, .cut = origin.cut}};
  const std::size_t begin = holder.line();
  const std::string text = holder.text().value_or("");
  const auto breaks = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  for (std::size_t i = 0; i <= breaks; ++i) {
    const std::size_t line = origin.numbers.empty() ? begin + i : std::min(begin + i, origin.numbers.size());
    inner.origin.numbers.push_back(origin.number(line));
  }
  return inner;
}

/// Whether a text is there to be judged: its lines are all here, and nothing is put into it later (Helm, envsubst).
bool is_final(const Value& holder, const Origin& origin) {
  const std::string text = holder.text().value_or("");
  return !origin.cut && text.find("{{") == std::string::npos && text.find("${") == std::string::npos;
}

/// Why the text cannot be read as JSON.
facts::Known<std::string> no_json(const Value& holder, const Origin& origin) {
  if (!is_final(holder, origin)) return {};
  const auto error = facts::json_error(holder.text().value_or(""));
  if (!error) return {};
  return {*error, origin.place(holder)};
}

facts::NetworkDefinition definition_of(const Value& object, const Origin& origin) {
  facts::NetworkDefinition network;
  network.resource = told_text(object["metadata"]["annotations"][kResourceName], origin);
  network.space = short_text(object["metadata"]["namespace"]);
  const Value config = object["spec"]["config"];
  if (!config.text()) return network;
  network.malformed = no_json(config, origin);
  const Embedded inner = embedded(config, origin);
  if (!inner.root()["type"] && !inner.root()["plugins"]) {
    if (!network.malformed && is_final(config, origin)) network.malformed = {"neither type nor plugins", origin.place(config)};
    return network;
  }
  for (const Value& plugin : inner.root()["plugins"].items())
    if (network.plugins.size() < kMostEntries) network.plugins.push_back(plugin_of(plugin, inner.origin));
  if (network.plugins.empty()) network.plugins.push_back(plugin_of(inner.root(), inner.origin));
  return network;
}

/// Where an operator puts the definition: the operator for SR-IOV beside its own object, that of NVIDIA into "default", where
/// networkNamespace does not say.
std::string space_of(const char* type, const Value& object) {
  std::string told = short_text(object["spec"]["networkNamespace"]);
  if (!told.empty()) return told;
  const bool sriov = std::string_view(type).ends_with("sriov");
  return sriov ? short_text(object["metadata"]["namespace"]) : "default";
}

/// The operators write the definition: its type follows from the kind, its ipam is a text with JSON.
facts::NetworkDefinition operated(const char* type, const Value& object, const Origin& origin) {
  facts::NetworkDefinition network;
  network.space = space_of(type, object);
  const Value spec = object["spec"];
  network.resource = told_text(spec["resourceName"], origin);
  facts::CniPlugin plugin;
  plugin.type = {type, origin.place(object["kind"])};
  plugin.master = told_text(spec["master"], origin);
  if (spec["ipam"].text()) {
    network.malformed = no_json(spec["ipam"], origin);
    const Embedded inner = embedded(spec["ipam"], origin);
    add_routes(inner.root(), inner.origin, plugin);
  }
  network.plugins.push_back(std::move(plugin));
  return network;
}

std::string link_type(std::string_view text) {
  const std::string low = base::lowered(text);
  if (low == "ib" || low == "infiniband") return "infiniband";
  return low == "eth" || low == "ether" || low == "ethernet" ? "ethernet" : low;
}

void add_vendors(const Value& list, const Origin& origin, facts::DevicePool& pool) {
  for (const Value& vendor : list.items())
    if (pool.vendors.size() < kMostEntries) pool.vendors.push_back({base::lowered(short_text(vendor)), origin.place(vendor)});
  if (list.text()) pool.vendors.push_back({base::lowered(short_text(list)), origin.place(list)});
}

facts::DevicePool policy(const Value& object, const Origin& origin) {
  const Value spec = object["spec"];
  facts::DevicePool pool;
  pool.resource = short_text(spec["resourceName"]);
  pool.source = origin.place(spec["resourceName"] ? spec["resourceName"] : object);
  pool.rdma = told_boolean(spec["isRdma"], origin);
  pool.device_type = told_text(spec["deviceType"], origin);
  if (auto type = told_text(spec["linkType"], origin)) pool.link_type = {link_type(*type), type.source()};
  add_vendors(spec["nicSelector"]["vendor"], origin, pool);
  for (const Value& name : spec["nicSelector"]["pfNames"].items())
    if (const std::string text = short_text(name); !text.empty() && pool.interfaces.size() < kMostEntries)
      pool.interfaces.push_back({text.substr(0, text.find('#')), origin.place(name)});
  return pool;
}

/// An entry of the device plugin's resourceList; its selectors are a mapping, or a list of them since 3.6.
std::optional<facts::DevicePool> plugin_pool(const Value& entry, const Origin& origin) {
  if (!entry["resourceName"].text() || !entry["selectors"]) return std::nullopt;
  const std::string prefix = short_text(entry["resourcePrefix"]);
  facts::DevicePool pool;
  pool.resource = (prefix.empty() ? "" : prefix + "/") + short_text(entry["resourceName"]);
  pool.source = origin.place(entry["resourceName"]);
  std::vector<Value> selectors = entry["selectors"].items();
  if (selectors.empty()) selectors.push_back(entry["selectors"]);
  for (const Value& selector : selectors) {
    if (pool.vendors.size() >= kMostEntries) break;
    if (!pool.rdma) pool.rdma = told_boolean(selector["isRdma"], origin);
    const std::vector<Value> types = selector["linkTypes"].items();
    if (types.size() == 1) pool.link_type = {link_type(short_text(types[0])), origin.place(types[0])};
    add_vendors(selector["vendors"], origin, pool);
  }
  return pool;
}

void add_list(const Value& root, const Origin& origin, std::vector<facts::DevicePool>& pools) {
  for (const Value& entry : root["resourceList"].items())
    if (auto pool = plugin_pool(entry, origin); pool && pools.size() < kMostEntries) pools.push_back(std::move(*pool));
}

}  // namespace

std::optional<facts::NetworkDefinition> network_of(const std::string& kind, const Value& object, const Origin& origin) {
  if (kind == "NetworkAttachmentDefinition") return definition_of(object, origin);
  if (kind == "SriovNetwork") return operated("sriov", object, origin);
  if (kind == "SriovIBNetwork") return operated("ib-sriov", object, origin);
  if (kind == "MacvlanNetwork") return operated("macvlan", object, origin);
  if (kind == "HostDeviceNetwork") return operated("host-device", object, origin);
  if (kind == "IPoIBNetwork") return operated("ipoib", object, origin);
  return std::nullopt;
}

std::vector<facts::DevicePool> pools_of(const std::string& kind, const Value& object, const Origin& origin) {
  std::vector<facts::DevicePool> pools;
  if (kind == "SriovNetworkNodePolicy") {
    pools.push_back(policy(object, origin));
  } else if (kind == "ConfigMap") {
    for (const auto& [name, value] : object["data"].members()) {
      const auto text = value.text();
      if (!text || text->find("resourceList") == std::string::npos) continue;
      const Embedded inner = embedded(value, origin);
      add_list(inner.root(), inner.origin, pools);
    }
  } else if (kind.empty()) {
    if (auto pool = plugin_pool(object, origin)) pools.push_back(std::move(*pool));
    add_list(object, origin, pools);
  }
  return pools;
}

}  // namespace railhead::manifest
