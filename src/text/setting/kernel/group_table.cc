#include "text/setting/kernel/group_table.h"

#include <algorithm>

#include "text/setting/adopt.h"

namespace railhead::text::setting {
namespace {

using facts::IommuGroup;

constexpr std::size_t kMostGroups = 1024;
constexpr std::size_t kMostDevices = 4096;

/// Groups that were told by bare types alone.
bool are_bare(const std::vector<IommuGroup>& groups) {
  return std::ranges::all_of(groups, [](const IommuGroup& group) { return group.number == 0 && group.devices.empty(); });
}

const IommuGroup* find(const std::vector<IommuGroup>& sorted, unsigned number) {
  const auto at = std::ranges::lower_bound(sorted, number, {}, &IommuGroup::number);
  return at != sorted.end() && at->number == number ? &*at : nullptr;
}

/// True where `told` says more than what is known.
bool is_news(const std::vector<IommuGroup>& known, const IommuGroup& told) {
  const IommuGroup* group = find(known, told.number);
  if (group == nullptr) return known.size() < kMostGroups;
  if (told.type && !group->type) return true;
  if (group->devices.size() + told.devices.size() > kMostDevices) return false;
  return std::ranges::any_of(told.devices, [&](const std::string& device) {
    return std::ranges::find(group->devices, device) == group->devices.end();
  });
}

void complete(std::vector<IommuGroup>& known, const IommuGroup& told) {
  const auto at = std::ranges::lower_bound(known, told.number, {}, &IommuGroup::number);
  if (at == known.end() || at->number != told.number) {
    known.insert(at, told);
    return;
  }
  if (!at->type) at->type = told.type;
  for (const std::string& device : told.devices)
    if (std::ranges::find(at->devices, device) == at->devices.end()) at->devices.push_back(device);
}

}  // namespace

void GroupTable::start() {
  if (first_place_.empty()) first_place_ = place;
}

IommuGroup* GroupTable::group(unsigned number) {
  start();
  const auto found = groups_.find(number);
  if (found != groups_.end()) return &found->second;
  if (groups_.size() >= kMostGroups) return nullptr;
  return &groups_.emplace(number, IommuGroup{.number = number, .type = {}, .devices = {}}).first->second;
}

void GroupTable::add_type(unsigned number, const std::string& type) {
  if (IommuGroup* told = group(number)) adopt(told->type, {type, place});
}

void GroupTable::add_device(unsigned number, const std::string& address) {
  IommuGroup* told = devices_ < kMostDevices ? group(number) : nullptr;
  if (told == nullptr) return;
  ++devices_;
  told->devices.push_back(address);
}

void GroupTable::add_bare_type(const std::string& type) {
  start();
  const bool there = std::ranges::any_of(bare_, [&](const IommuGroup& group) { return group.type.is(type); });
  if (!there) bare_.push_back({.number = 0, .type = {type, place}, .devices = {}});
}

void GroupTable::merge_into(facts::Known<std::vector<IommuGroup>>& groups) const {
  if (groups_.empty()) {
    if (!bare_.empty()) adopt(groups, {bare_, first_place_});
    if (bare_.empty() && nothing_ == Nothing::empty) adopt(groups, {std::vector<IommuGroup>{}, place});
    if (bare_.empty() && nothing_ == Nothing::absent) adopt(groups, {facts::Missing{.why = facts::Why::not_found}, place});
    return;
  }
  std::vector<IommuGroup> known;
  const bool replaces = !groups || are_bare(*groups);
  const auto news = [&](const auto& entry) { return is_news(*groups, entry.second); };
  if (!replaces && std::ranges::none_of(groups_, news)) return;
  if (!replaces) known = *groups;
  for (const auto& [number, told] : groups_)
    if (known.size() < kMostGroups || find(known, number) != nullptr) complete(known, told);
  groups = {std::move(known), replaces ? first_place_ : groups.source()};
}

}  // namespace railhead::text::setting
