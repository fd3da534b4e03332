#include "manifest/pod_template.h"

#include <algorithm>

namespace railhead::manifest {
namespace {

constexpr std::size_t kMost = 256;
constexpr std::size_t kDeepest = 16;
constexpr std::size_t kMostSteps = 100'000;  // aliases could lead to the same values again and again

bool is_container(const Value& value) { return value["name"].text() || value["image"].text(); }

bool is_pod_spec(const Value& value) {
  for (const char* key : {"containers", "initContainers"}) {
    const std::vector<Value> items = value[key].items();
    if (!items.empty() && std::ranges::all_of(items, is_container)) return true;
  }
  return false;
}

class Search {
 public:
  void visit(const Value& value) {
    if (found.size() >= kMost || ++steps_ > kMostSteps || above_.size() > kDeepest) return;
    if (is_pod_spec(value)) {
      const Value parent = above_.empty() ? Value() : above_.back();
      found.push_back({.metadata = parent["metadata"], .spec = value, .above = above_, .path = path_of()});
      return;
    }
    above_.push_back(value);
    for (const auto& [key, member] : value.members())
      if (!member.is(NodeKind::scalar)) step(key.view().value_or(""), member);
    for (const Value& item : value.items())
      if (!item.is(NodeKind::scalar)) step("[]", item);
    above_.pop_back();
  }
  std::vector<FoundTemplate> found;

 private:
  void step(std::string_view name, const Value& value) {
    steps_above_.push_back(name);
    visit(value);
    steps_above_.pop_back();
  }

  /// The last step is that to the pod's spec, which stands beside its metadata.
  std::string path_of() const {
    std::string path;
    for (std::size_t i = 0; i + 1 < steps_above_.size(); ++i) {
      if (!path.empty() && steps_above_[i] != "[]") path += '.';
      path += steps_above_[i];
    }
    return path;
  }

  std::vector<Value> above_;
  std::vector<std::string_view> steps_above_;
  std::size_t steps_ = 0;
};

}  // namespace

std::vector<FoundTemplate> pod_templates(const Value& object) {
  Search search;
  search.visit(object);
  return std::move(search.found);
}

}  // namespace railhead::manifest
