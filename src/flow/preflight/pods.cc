#include <algorithm>
#include <array>
#include <map>

#include "base/format.h"
#include "flow/preflight/wanted.h"
#include "kube/objects/amount.h"
#include "manifest/facts/pod_template.h"
#include "manifest/yaml/yaml.h"

namespace railhead::flow {
namespace {

using facts::WantedAmount;
using facts::WantedPods;
using manifest::Value;

using Amounts = std::map<std::string, std::uint64_t>;

/// What is not requested and has a limit is requested as much (the API server's default).
Amounts amounts_of(const Value& container, const char* list) {
  Amounts amounts;
  for (const char* one : {"limits", list}) {
    if (std::string_view(list) == "limits" && one != list) continue;
    for (const auto& [name, value] : container["resources"][one].members()) {
      const std::string resource = name.text().value_or("");
      if (const auto amount = kube::amount_of(resource, value.text().value_or(""))) amounts[resource] = *amount;
    }
  }
  return amounts;
}

/// The containers that stay, and the most that is held while the pod starts, as the scheduler counts.
std::vector<WantedAmount> sum_of(const Value& spec, const char* list) {
  Amounts staying;
  Amounts starting;
  for (const Value& one : spec["initContainers"].items()) {
    const bool stays = one["restartPolicy"].text() == "Always";
    for (const auto& [name, amount] : amounts_of(one, list)) {
      if (stays)
        staying[name] += amount;
      else
        starting[name] = std::max(starting[name], staying[name] + amount);
    }
  }
  for (const Value& one : spec["containers"].items())
    for (const auto& [name, amount] : amounts_of(one, list)) staying[name] += amount;
  for (const auto& [name, amount] : starting) staying[name] = std::max(staying[name], amount);
  std::vector<WantedAmount> sums;
  for (const auto& [name, amount] : staying) sums.push_back({name, amount});
  return sums;
}

/// render names nodes by a term each, with the field metadata.name.
std::vector<std::string> nodes_of(const Value& spec) {
  std::vector<std::string> names;
  const Value terms = spec["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]["nodeSelectorTerms"];
  for (const Value& term : terms.items())
    for (const Value& field : term["matchFields"].items())
      for (const Value& name : field["values"].items()) names.push_back(name.text().value_or(""));
  return names;
}

std::vector<facts::WantedToleration> tolerations_of(const Value& spec) {
  std::vector<facts::WantedToleration> tolerations;
  for (const Value& one : spec["tolerations"].items())
    tolerations.push_back({one["key"].text().value_or(""), one["operator"].text().value_or("Equal"),
                           one["value"].text().value_or(""), one["effect"].text().value_or("")});
  return tolerations;
}

WantedPods pods_in(const manifest::FoundTemplate& found, const std::string& owner, std::uint64_t nodes) {
  const bool launcher = found.path.find("Launcher") != std::string::npos;
  WantedPods pods{.owner = launcher ? owner + " Launcher" : owner,
                  .count = launcher ? 1 : nodes,
                  .requests = sum_of(found.spec, "requests"),
                  .limits = sum_of(found.spec, "limits"),
                  .selector = {},
                  .nodes = nodes_of(found.spec),
                  .tolerations = tolerations_of(found.spec)};
  for (const auto& [key, value] : found.spec["nodeSelector"].members())
    pods.selector[key.text().value_or("")] = value.text().value_or("");
  return pods;
}

}  // namespace

bool has_pods(const Item& item) {
  static constexpr std::array<std::string_view, 5> kKinds = {"Pod", "StatefulSet", "Job", "MPIJob", "JobSet"};
  return std::ranges::find(kKinds, item.kind->kind) != kKinds.end();
}

std::vector<WantedPods> pods_of(const Item& item, std::uint64_t nodes) {
  std::vector<WantedPods> all;
  const manifest::Parsed parsed = manifest::parse_yaml(item.text);
  if (parsed.documents.empty()) return all;
  const Value root(parsed.documents.front());
  const std::string owner = base::format("{}/{}", item.kind->kind, item.name);
  for (const manifest::FoundTemplate& found : manifest::pod_templates(root)) all.push_back(pods_in(found, owner, nodes));
  return all;
}

}  // namespace railhead::flow
