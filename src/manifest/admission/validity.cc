#include "manifest/admission/validity.h"

#include <algorithm>

#include "base/format.h"
#include "manifest/scc/ranges.h"

namespace railhead::manifest::admission {
namespace {

constexpr std::int64_t kValid = 1000;

void set_valid(std::int64_t& id) {
  if (is_assumed(id)) id = kValid;
}

}  // namespace

bool is_assumed(std::int64_t id) {
  static const std::int64_t assumed = scc::assumed_ranges().uids.min;
  return id == assumed;
}

bool is_assumed(std::string_view level) {
  static const std::string assumed = scc::assumed_ranges().mcs;
  return level == assumed;
}

Pod with_valid_ids(Pod pod) {
  if (pod.security) {
    if (pod.security->run_as_user) set_valid(*pod.security->run_as_user);
    if (pod.security->fs_group) set_valid(*pod.security->fs_group);
    if (pod.security->supplemental_groups) std::ranges::for_each(*pod.security->supplemental_groups, set_valid);
  }
  for (auto* containers : {&pod.init_containers, &pod.containers, &pod.ephemeral_containers})
    for (PodContainer& container : *containers)
      if (container.security && container.security->run_as_user) set_valid(*container.security->run_as_user);
  return pod;
}

std::string in_words(const Invalid& entry) {
  std::string_view rest = entry.what;
  const bool structure = rest.starts_with("Invalid value: {");
  const std::string_view end = structure ? "}: " : ": ";
  // Of "Invalid value: V: TEXT" the text behind the value, of "Forbidden: TEXT" that behind the kind.
  constexpr std::string_view kValue = "Invalid value: ";
  if (rest.starts_with(kValue)) rest.remove_prefix(kValue.size());
  if (const std::size_t at = rest.find(end); at != std::string_view::npos) rest.remove_prefix(at + end.size());
  return base::format("{}: {}", entry.path, rest);
}

std::string unquoted(std::string_view value) {
  if (value.size() < 2 || value.front() != '"' || value.back() != '"') return std::string(value);
  value = value.substr(1, value.size() - 2);
  std::string text;
  text.reserve(value.size());
  for (std::size_t i = 0; i < value.size(); ++i) {
    // Names hold no other characters that are escaped.
    const bool escaped = value[i] == '\\' && i + 1 < value.size() && (value[i + 1] == '"' || value[i + 1] == '\\');
    if (escaped) ++i;
    text += value[i];
  }
  return text;
}

}  // namespace railhead::manifest::admission
