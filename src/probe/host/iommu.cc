#include <string>
#include <utility>

#include "probe/host/kernel.h"
#include "probe/reading.h"

namespace railhead::probe {
namespace {

constexpr const char* kUnits = "/sys/class/iommu";
constexpr const char* kGroups = "/sys/kernel/iommu_groups";

facts::IommuGroup group_of(const sys::FileTree& files, unsigned number) {
  const std::string folder = std::string(kGroups) + "/" + std::to_string(number);
  facts::IommuGroup group{.number = number, .type = text_of(files, folder + "/type"), .devices = {}};
  if (auto devices = files.list(folder + "/devices"))
    for (const std::string& device : *devices) group.devices.push_back(base::printable(device));
  return group;
}

facts::Known<std::vector<std::string>> units(const sys::FileTree& files) {
  auto names = files.list(kUnits);
  if (!names) return {missing_of(names.error()), kUnits};
  for (std::string& name : *names) name = base::printable(name);
  return {std::move(*names), kUnits};
}

facts::Known<std::vector<facts::IommuGroup>> groups(const sys::FileTree& files) {
  const auto names = files.list(kGroups);
  if (!names) return {missing_of(names.error()), kGroups};
  std::vector<facts::IommuGroup> found;
  for (const std::string& name : *names)
    if (const auto group = number<unsigned>(name)) found.push_back(group_of(files, *group));
  return {std::move(found), kGroups};
}

}  // namespace

facts::Iommu iommu(const sys::FileTree& files) { return {.units = units(files), .groups = groups(files)}; }

}  // namespace railhead::probe
