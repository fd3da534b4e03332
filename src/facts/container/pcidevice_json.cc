#include "facts/container/pcidevice_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/text.h"

namespace railhead::facts {
namespace {

using Json = nlohmann::ordered_json;
using Variables = std::map<std::string, std::string, std::less<>>;

constexpr std::string_view kPrefix = "PCIDEVICE_";
constexpr std::string_view kInfo = "_INFO";

/// The text of a member that is one; printable, since it is shown to people.
std::optional<std::string> text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return std::nullopt;
  return base::printable(found->get_ref<const std::string&>());
}

/// "uverbs8" from "/dev/infiniband/uverbs8"
std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

AllocatedDevice device_of(const std::string& id, const Json& kinds) {
  AllocatedDevice device{.pci_address = base::printable(id), .rdma_device = {}, .uverbs = {}};
  const auto rdma = kinds.find("rdma");
  if (rdma == kinds.end() || !rdma->is_object()) return device;
  device.rdma_device = text_of(*rdma, "rdma_dev");
  if (const auto path = text_of(*rdma, "uverbs")) device.uverbs = file_name(*path);
  return device;
}

std::vector<AllocatedDevice> listed(std::string_view text) {
  std::vector<AllocatedDevice> devices;
  for (const std::string_view piece : base::split(text, ',')) {
    const std::string_view id = base::trimmed(piece);
    if (!id.empty()) devices.push_back({.pci_address = base::printable(id), .rdma_device = {}, .uverbs = {}});
  }
  return devices;
}

/// What `infos` knows of the devices of the list is added to them.
void describe(std::vector<AllocatedDevice>& devices, const std::vector<AllocatedDevice>& infos) {
  for (AllocatedDevice& device : devices) {
    const auto same = [&](const AllocatedDevice& info) { return info.pci_address == device.pci_address; };
    const auto info = std::find_if(infos.begin(), infos.end(), same);
    if (info != infos.end()) device = *info;
  }
}

/// The name of the list's variable that `name` belongs to. A resource may itself be called info (PCIDEVICE_X_INFO with a plain
/// list), so the text decides where the name could be either.
std::string_view list_name(const Variables& environ, std::string_view name, std::string_view text) {
  if (!name.ends_with(kInfo)) return name;
  const std::string_view shorter = name.substr(0, name.size() - kInfo.size());
  const bool describes = environ.contains(shorter) || base::trimmed(text).starts_with('{');
  return describes && shorter.size() > kPrefix.size() ? shorter : name;
}

Missing not_understood() { return {.why = Why::malformed, .detail = "expected a JSON object of devices"}; }

Allocation allocation_of(const Variables& environ, const std::string& name) {
  Allocation allocation{
      .resource = base::printable(name.substr(kPrefix.size())), .variable = base::printable(name), .devices = {}, .info = {}};
  const std::string source = "environment: " + allocation.variable;
  const std::string info_source = source + std::string(kInfo);
  const auto list = environ.find(name);
  const auto info = environ.find(name + std::string(kInfo));
  const auto infos = info == environ.end() ? std::nullopt : parse_device_info(info->second);
  if (infos)
    allocation.info = {true, info_source};
  else
    allocation.info = {info == environ.end() ? Missing{.why = Why::not_found} : not_understood(), info_source};
  if (list != environ.end()) {
    std::vector<AllocatedDevice> devices = listed(list->second);
    if (infos) describe(devices, *infos);
    allocation.devices = {std::move(devices), source};
  } else if (infos) {
    allocation.devices = {*infos, info_source};
  } else {
    allocation.devices = {not_understood(), info_source};
  }
  return allocation;
}

}  // namespace

std::optional<std::vector<AllocatedDevice>> parse_device_info(std::string_view text) {
  const Json parsed = Json::parse(text, nullptr, false);
  if (!parsed.is_object()) return std::nullopt;
  std::vector<AllocatedDevice> devices;
  for (const auto& [id, kinds] : parsed.items()) {
    if (!kinds.is_object()) return std::nullopt;
    devices.push_back(device_of(id, kinds));
  }
  return devices;
}

std::string without_extra_info(std::string_view text) {
  if (!base::trimmed(text).starts_with('{')) return std::string(text);
  Json parsed = Json::parse(text, nullptr, false);
  if (!parsed.is_object()) return "{";
  for (auto& [id, kinds] : parsed.items())
    if (kinds.is_object()) kinds.erase("extraInfo");
  return parsed.dump();
}

std::vector<Allocation> allocations(const Variables& environ) {
  std::vector<std::string> names;
  for (auto variable = environ.lower_bound(kPrefix); variable != environ.end() && variable->first.starts_with(kPrefix);
       ++variable) {
    if (variable->first.size() == kPrefix.size()) continue;
    std::string name(list_name(environ, variable->first, variable->second));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  std::vector<Allocation> found;
  found.reserve(names.size());
  for (const std::string& name : names) found.push_back(allocation_of(environ, name));
  return found;
}

}  // namespace railhead::facts
