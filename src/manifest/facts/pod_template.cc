#include "manifest/facts/pod_template.h"

#include <algorithm>

#include "base/text.h"

namespace railhead::manifest {
namespace {

constexpr std::size_t kMost = 256;
constexpr std::size_t kDeepest = 16;
constexpr std::size_t kLongestStep = 128;
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
      found.push_back({.metadata = parent["metadata"], .spec = value, .above = above_, .steps = steps_to_});
      found.back().path = path_of(found.back(), steps_to_.empty() ? 0 : steps_to_.size() - 1);
      return;
    }
    above_.push_back(value);
    for (const auto& [key, member] : value.members())
      if (!member.is(NodeKind::scalar)) descend(std::string(key.view().value_or("").substr(0, kLongestStep)), member);
    for (const Value& item : value.items())
      if (!item.is(NodeKind::scalar)) descend("", item);
    above_.pop_back();
  }
  std::vector<FoundTemplate> found;

 private:
  void descend(const std::string& step, const Value& value) {
    steps_to_.push_back(step);
    visit(value);
    steps_to_.pop_back();
  }

  std::vector<Value> above_;
  std::vector<std::string> steps_to_;
  std::size_t steps_ = 0;
};

}  // namespace

std::string path_of(const FoundTemplate& found, std::size_t depth) {
  std::string path;
  for (std::size_t i = 0; i < depth && i < found.steps.size(); ++i) {
    if (found.steps[i].empty())
      path += "[]";
    else
      path += (path.empty() ? "" : ".") + base::one_line(found.steps[i]);
  }
  return path;
}

std::vector<FoundTemplate> pod_templates(const Value& object) {
  Search search;
  search.visit(object);
  return std::move(search.found);
}

}  // namespace railhead::manifest
