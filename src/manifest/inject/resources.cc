#include <map>

#include "base/format.h"
#include "base/text.h"
#include "facts/cluster/gpu_resource.h"
#include "manifest/inject/target.h"

namespace railhead::manifest {
namespace {

/// Devices of networks go to the first container alone: each attachment has one.
std::vector<ResourceWish> wished(const Target& target, bool first) {
  std::vector<ResourceWish> wishes;
  const auto add = [&](const std::string& name, std::uint64_t amount) {
    for (ResourceWish& wish : wishes)
      if (wish.name == name) {
        wish.amount += amount;
        return;
      }
    wishes.push_back({name, amount});
  };
  for (const ResourceWish& wish : target.wishes.resources) add(wish.name, wish.amount);
  if (first)
    for (const NetworkWish& network : target.wishes.networks)
      if (!network.resource.empty()) add(network.resource, 1);
  return wishes;
}

/// "limits: &gpus" with "requests: *gpus": one mapping in two places, both of which are meant.
bool are_one(const Value& resources) {
  const Value limits = resources["limits"];
  const Value requests = resources["requests"];
  return limits && requests && limits.number() == requests.number();
}

/// Puts a resource into "limits" or "requests". Extended resources are whole numbers, and both must be the same (Kubernetes,
/// "Extended resources"): an amount that is there on one side is what the other gets.
base::Result<bool> put(const Target& target, const Value& resources, const char* side, const std::string& name,
                       const std::string& amount) {
  const auto mapping = target.draft.collection(resources, side, NodeKind::mapping);
  if (!mapping) return std::unexpected(mapping.error());
  if ((*mapping)[name].view()) return false;
  const auto done = target.draft.set(*mapping, name, word(amount), are_one(resources) ? 2 : 1);
  if (!done) return std::unexpected(done.error());
  return true;
}

base::Result<void> add(const Target& target, const Value& container, const char* member, const ResourceWish& wish) {
  const Value there = container[member];
  const auto limit = there["limits"][wish.name].text();
  const auto request = there["requests"][wish.name].text();
  const std::string amount = limit ? *limit : request ? *request : std::to_string(wish.amount);
  const std::string subject = subject_of(container);
  if (amount != std::to_string(wish.amount))
    target.note(Outcome::kept, subject,
                base::format("{}: {} stays, {} were asked for", wish.name, base::one_line(amount), wish.amount),
                there["limits"][wish.name].line());
  if (limit && request) {
    if (amount == std::to_string(wish.amount))
      target.note(Outcome::kept, subject, base::format("{}: {} is there", wish.name, amount),
                  there["limits"][wish.name].line());
    return {};
  }
  const auto resources = target.draft.collection(container, member, NodeKind::mapping);
  if (!resources) return std::unexpected(resources.error());
  const auto limits = put(target, *resources, "limits", wish.name, amount);
  if (!limits) return std::unexpected(limits.error());
  const auto requests = put(target, *resources, "requests", wish.name, amount);
  if (!requests) return std::unexpected(requests.error());
  const char* where = are_one(*resources) || (*limits && *requests) ? "limits and requests" : *limits ? "limits" : "requests";
  target.note(Outcome::added, subject, base::format("{}: {} in {}", wish.name, base::one_line(amount), where));
  return {};
}

}  // namespace

base::Result<void> add_resources(const Target& target) {
  if (target.wishes.tcp) return {};
  // What TrainJob says of its trainer replaces what its runtime says, GPUs too.
  const bool trainer = target.found.path == kTrainer;
  for (const Value& container : target.containers)
    for (const ResourceWish& wish : wished(target, &container == &target.containers.front()))
      if (auto done = add(target, container, trainer ? "resourcesPerNode" : "resources", wish); !done) return done;
  return {};
}

}  // namespace railhead::manifest
