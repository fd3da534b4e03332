#include "kube/survey/requests.h"

#include <algorithm>
#include <limits>

#include "kube/objects/amount.h"
#include "kube/survey/questions.h"
#include "kube/survey/reading.h"

namespace railhead::kube {
namespace {

using Json = nlohmann::json;
using Amounts = std::map<std::string, std::uint64_t>;

constexpr std::size_t kMostContainers = 1024;
constexpr std::size_t kMostResources = 256;  // of a container

std::uint64_t sum(std::uint64_t one, std::uint64_t other) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return one > most - other ? most : one + other;
}

void add_to(Amounts& amounts, const Amounts& more) {
  for (const auto& [name, amount] : more) amounts[name] = sum(amounts[name], amount);
}

void raise_to(Amounts& amounts, const Amounts& least) {
  for (const auto& [name, amount] : least) amounts[name] = std::max(amounts[name], amount);
}

Amounts amounts_at(const Json& object, std::initializer_list<std::string_view> path) {
  Amounts amounts;
  const Json* map = at(object, path);
  if (!map || !map->is_object()) return amounts;
  for (const auto& [name, value] : map->items()) {
    if (!value.is_string() || amounts.size() >= kMostResources) continue;
    if (const auto amount = amount_of(name, value.get_ref<const std::string&>())) amounts[name] = *amount;
  }
  return amounts;
}

/// The containers that stay, and the most that is held while the pod starts (kubernetes pkg/api/v1/resource).
Amounts of_containers(const Json& spec) {
  Amounts staying;
  Amounts starting;
  const auto each = [&](const char* list, const auto& take) {
    const Json* containers = at(spec, {list});
    if (!containers || !containers->is_array()) return;
    std::size_t count = 0;
    for (const Json& one : *containers)
      if (++count <= kMostContainers) take(one, amounts_at(one, {"resources", "requests"}));
  };
  each("initContainers", [&](const Json& one, Amounts own) {
    const bool stays = text_at(one, {"restartPolicy"}) == "Always";
    if (stays) return add_to(staying, own);
    add_to(own, staying);
    raise_to(starting, own);
  });
  each("containers", [&](const Json&, const Amounts& own) { add_to(staying, own); });
  raise_to(staying, starting);
  return staying;
}

Amounts of_pod(const Json& spec) {
  Amounts amounts = of_containers(spec);
  for (const auto& [name, amount] : amounts_at(spec, {"resources", "requests"})) amounts[name] = amount;
  add_to(amounts, amounts_at(spec, {"overhead"}));
  return amounts;
}

/// Pods that have ended hold nothing; the server leaves them out.
constexpr const char* kPods = "/api/v1/pods?fieldSelector=status.phase%21%3DSucceeded%2Cstatus.phase%21%3DFailed";

}  // namespace

void Requests::add(const Json& pod) {
  const std::string phase = text_at(pod, {"status", "phase"});
  const Json* spec = at(pod, {"spec"});
  if (!spec || phase == "Succeeded" || phase == "Failed") return;
  const std::string node = text_at(*spec, {"nodeName"});
  ++(node.empty() ? counted_.waiting : counted_.bound);
  if (node.empty()) return;
  const auto known = sums_.find(node);
  if (known == sums_.end() && sums_.size() >= kMostItems) return;
  add_to(known == sums_.end() ? sums_[node] : known->second, of_pod(*spec));
}

void Requests::put_into(std::vector<facts::SurveyedNode>& nodes) const {
  for (facts::SurveyedNode& node : nodes) {
    const auto sums = sums_.find(node.name);
    for (facts::NodeAmount& amount : node.amounts) {
      amount.requested = 0;
      if (sums == sums_.end()) continue;
      const auto held = sums->second.find(amount.name);
      if (held != sums->second.end()) amount.requested = held->second;
    }
  }
}

Questions pod_questions(facts::Survey& survey, Requests& requests) {
  const std::string source = std::string(kPods).substr(0, std::string_view(kPods).find('?'));
  return {{.path = kPods,
           .take = [&requests](const Json& pod) { requests.add(pod); },
           .done =
               [&survey, &requests, source](const Answer<void>& answer) {
                 using Fact = facts::Known<facts::SurveyedPods>;
                 survey.pods = answer ? Fact(requests.counted(), source) : Fact(missing_of(answer.error()), source);
               }}};
}

}  // namespace railhead::kube
