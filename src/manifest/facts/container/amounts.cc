#include "manifest/facts/container/amounts.h"

#include "base/text.h"

namespace railhead::manifest {
namespace {

constexpr std::size_t kMostEntries = 1024;
constexpr std::size_t kLongestList = (std::size_t{64} << 10U) + 1;  // of limits; plugins read 64 KiB

std::string short_text(const Value& value) { return base::one_line(value.text().value_or("").substr(0, 256)); }

bool speaks_of_limits(std::string_view name) {
  const std::string low = base::lowered(name.substr(0, 256));
  return low.find("ulimit") != std::string::npos || low.find("memlock") != std::string::npos ||
         low.find("rlimit") != std::string::npos;
}

}  // namespace

std::vector<facts::WrittenAmount> amounts_of(const Value& amounts, const Origin& origin) {
  std::vector<facts::WrittenAmount> found;
  for (const auto& [key, amount] : amounts.members()) {
    if (found.size() >= kMostEntries) break;
    if (amount.is(NodeKind::scalar)) found.push_back({short_text(key), short_text(amount), origin.place(key)});
  }
  return found;
}

std::vector<facts::Annotation> limit_annotations_of(const Value& annotations, const Origin& origin) {
  std::vector<facts::Annotation> found;
  for (const auto& [key, value] : annotations.members())
    if (const auto name = key.text(); name && speaks_of_limits(*name) && found.size() < kMostEntries)
      found.push_back({short_text(key), value.text().value_or("").substr(0, kLongestList), origin.place(key)});
  return found;
}

facts::Known<std::string> native_memlock(const Value& ulimits, const Origin& origin) {
  for (const Value& limit : ulimits.items()) {
    const std::string name = base::lowered(short_text(limit["name"] ? limit["name"] : limit["type"]));
    if (name == "memlock" || name == "rlimit_memlock")
      return {short_text(limit["hard"] ? limit["hard"] : limit["soft"]), origin.place(limit)};
  }
  return {};
}

}  // namespace railhead::manifest
