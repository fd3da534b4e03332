#include "text/setting/variables/allocated.h"

#include <algorithm>
#include <map>
#include <string>

#include "facts/container/pcidevice_json.h"

namespace railhead::text::setting {
namespace {

constexpr std::size_t kMostAllocations = 256;
constexpr std::size_t kMostText = std::size_t{256} << 10U;
constexpr std::size_t kMostList = std::size_t{16} << 10U;  // a thousand PCI addresses

using Texts = std::map<std::string, std::string, std::less<>>;

struct Gathered {
  Texts values;
  Texts places;
};

Gathered gathered(const std::vector<facts::Variable>& devices) {
  Gathered result;
  std::size_t size = 0;
  for (const facts::Variable& variable : devices) {
    if (!variable.name.ends_with("_INFO") && variable.value.size() > kMostList) continue;
    size += variable.name.size() + variable.value.size();
    if (size > kMostText || result.values.size() >= kMostAllocations) break;
    result.values.emplace(variable.name, variable.value);
    result.places.emplace(variable.name, variable.source);
  }
  return result;
}

/// The fact with the line it stands on as its source.
template <class T>
facts::Known<T> placed(const facts::Known<T>& fact, const std::string& place) {
  if (fact) return {*fact, place};
  return {fact.missing(), place};
}

void place(facts::Allocation& allocation, const Texts& places) {
  const auto list = places.find(allocation.variable);
  const auto info = places.find(allocation.variable + "_INFO");
  const auto first = list != places.end() ? list : info;
  const auto second = info != places.end() ? info : list;
  if (first == places.end()) return;
  allocation.devices = placed(allocation.devices, first->second);
  allocation.info = placed(allocation.info, second->second);
}

}  // namespace

void add_allocations(const std::vector<facts::Variable>& devices, facts::Container& container) {
  if (container.allocations.size() >= kMostAllocations) return;
  const Gathered texts = gathered(devices);
  for (facts::Allocation& allocation : facts::allocations(texts.values)) {
    const auto same = [&](const facts::Allocation& other) { return other.variable == allocation.variable; };
    if (container.allocations.size() >= kMostAllocations || std::ranges::any_of(container.allocations, same)) continue;
    place(allocation, texts.places);
    container.allocations.push_back(std::move(allocation));
  }
}

}  // namespace railhead::text::setting
