#include "finding/declared/networks.h"
#include "facts/cluster/cluster.h"

#include <algorithm>
#include <map>

namespace railhead::check {
namespace {

bool holds_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(parts, [text](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

TakesVf by_name(std::string_view name) {
  const std::string low = base::lowered(name);
  if (holds_any(low, {"macvlan", "ipvlan", "ipoib", "bridge", "ovn", "vlan-", "mgmt", "management", "storage", "public"}))
    return TakesVf::no;
  return low.find("sriov") != std::string::npos || low.find("hostdev") != std::string::npos ? TakesVf::yes : TakesVf::unknown;
}

/// The definition of that name in the namespace; where one of the two does not say which it is in, it may be this one.
const facts::ClusterObject* definition_of(const std::string& space, const std::string& name, const facts::Cluster& cluster) {
  const facts::ClusterObject* perhaps = nullptr;
  for (const facts::ClusterObject& object : cluster.objects) {
    if (!object.network || object.name != name) continue;
    if (object.network->space == space) return &object;
    if (perhaps == nullptr && (space.empty() || object.network->space.empty())) perhaps = &object;
  }
  return perhaps;
}

void add_definition(const facts::NetworkDefinition& network, Attached& attached) {
  if (network.resource) attached.resource = *network.resource;
  for (const facts::CniPlugin& plugin : network.plugins) {
    const std::string type = plugin.type.value_or("");
    const bool device =
        type == "sriov" || type == "ib-sriov" || type == "host-device" || type == "ovs" || type == "accelerated-bridge";
    if (!attached.resource.empty() || device) attached.takes = TakesVf::yes;
    if (!type.empty() && !device && attached.resource.empty()) attached.takes = TakesVf::no;
    if (!type.empty()) return;
  }
}

std::string without_digits(std::string name) {
  std::erase_if(name, [](char c) { return c >= '0' && c <= '9'; });
  return name;
}

std::size_t common_prefix(std::string_view left, std::string_view right) {
  const auto [end, unused] = std::ranges::mismatch(left, right);
  return static_cast<std::size_t>(end - left.begin());
}

}  // namespace

std::vector<Attached> attached_networks(const facts::PodTemplate& pod, const facts::Cluster& cluster) {
  std::vector<Attached> found;
  for (const facts::NetworkAttachment& attachment : pod.networks) {
    Attached attached{.attachment = attachment, .takes = by_name(attachment.name)};
    attached.object = definition_of(space_of(pod, attachment), attachment.name, cluster);
    if (attached.object != nullptr) add_definition(*attached.object->network, attached);
    found.push_back(std::move(attached));
  }
  return found;
}

const std::string& space_of(const facts::PodTemplate& pod, const facts::NetworkAttachment& attachment) {
  return attachment.space.empty() ? pod.workload.space : attachment.space;
}

std::optional<std::vector<AskedUnits>> units_asked(const facts::PodTemplate& pod) {
  std::map<std::string, AskedUnits> by_name;
  for (const facts::DeclaredContainer& container : pod.containers) {
    if (container.init && !container.sidecar) continue;
    for (const facts::ResourceRequest& request : asked(container, ResourceClass::pool)) {
      if (!request.amount || *request.amount > 4096) return std::nullopt;
      AskedUnits& units = by_name[request.name];
      units.resource = request.name;
      units.units += *request.amount;
      units.requests.push_back(request);
    }
  }
  std::vector<AskedUnits> found;
  found.reserve(by_name.size());
  for (auto& [name, units] : by_name) found.push_back(std::move(units));
  return found;
}

bool are_alike(const std::vector<std::string>& names) {
  constexpr std::size_t kEnough = 3;
  return std::ranges::all_of(names, [&](const std::string& name) {
    return without_digits(name) == without_digits(names[0]) || common_prefix(name, names[0]) >= kEnough;
  });
}

}  // namespace railhead::check
