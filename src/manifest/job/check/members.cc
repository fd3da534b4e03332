#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>

#include "manifest/job/check/check.h"

namespace railhead::manifest::job {

std::vector<std::pair<Value, Value>> merged_members(const Value& mapping) {
  std::vector<std::pair<Value, Value>> all = mapping.members();
  const auto merge = std::ranges::find_if(
      all, [](const auto& one) { return one.first.plain() && one.first.view() == "<<" && one.second.is(NodeKind::mapping); });
  if (merge == all.end()) return all;
  const Value shared = merge->second;
  all.erase(merge);
  std::set<std::string_view> own;
  for (const auto& [key, value] : all) own.insert(key.view().value_or(""));
  std::ranges::copy_if(shared.members(), std::back_inserter(all),
                       [&own](const auto& one) { return !own.contains(one.first.view().value_or("")); });
  return all;
}

}  // namespace railhead::manifest::job
