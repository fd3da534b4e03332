#include "manifest/scc/order.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "base/format.h"

namespace railhead::manifest::scc {
namespace {

/// Points of capabilities, and the bounds of their sum (openshift/apiserver-library-go, util/sort/byrestrictions.go since 4.9,
/// divided by ten and counted from its middle).
constexpr int kDefaultAdd = 30;
constexpr int kAllowed = 1;
constexpr int kAllAllowed = 400;
constexpr int kDrop = -5;
constexpr int kAllDropped = -300;
constexpr int kMostPoints = 500;

/// Volumes that hold nothing but what the API server has, or nothing.
constexpr std::array<std::string_view, 6> kPlainVolumes = {"configMap",   "secret",    "emptyDir",
                                                           "downwardAPI", "projected", "none"};

int count(const std::vector<std::string>& names) { return static_cast<int>(std::min<std::size_t>(names.size(), 1U << 20U)); }

/// Whether ALL is among the names, in letters of any size.
bool has_all(const std::vector<std::string>& names) {
  return std::ranges::any_of(names, [](std::string_view name) {
    return name.size() == 3 && (name[0] | 0x20) == 'a' && (name[1] | 0x20) == 'l' && (name[2] | 0x20) == 'l';
  });
}

int capability_points(const Constraint& constraint) {
  const std::vector<std::string>& allowed = constraint.allowed_capabilities;
  int points = kDefaultAdd * count(constraint.default_capabilities);
  const bool any_allowed = std::ranges::find(allowed, "*") != allowed.end() || has_all(allowed);
  points += any_allowed ? kAllAllowed : kAllowed * count(allowed);
  points += has_all(constraint.required_drops) ? kAllDropped : kDrop * count(constraint.required_drops);
  return std::clamp(points, -kMostPoints, kMostPoints);
}

int volume_class(const std::vector<std::string>& volumes) {
  const auto is_host = [](std::string_view type) { return type == "hostPath" || type == "*"; };
  const auto is_plain = [](std::string_view type) { return std::ranges::find(kPlainVolumes, type) != kPlainVolumes.end(); };
  if (std::ranges::any_of(volumes, is_host)) return 2;
  return std::ranges::all_of(volumes, is_plain) ? 0 : 1;
}

int level(const Constraint& constraint) {
  return static_cast<int>(constraint.run_as_user.type) + (constraint.se_linux.type == Strategy::run_as_any ? 3 : 0);
}

auto key(const Rank& rank) {
  return std::tuple(-static_cast<std::int64_t>(rank.priority), rank.privileged, rank.host_ports, rank.host_network,
                    rank.volumes, rank.level, rank.capabilities);
}

}  // namespace

Rank rank(const Constraint& constraint) {
  return {.priority = constraint.priority,
          .privileged = constraint.privileged ? 1 : 0,
          .host_ports = constraint.host_ports ? 1 : 0,
          .host_network = constraint.host_network ? 1 : 0,
          .volumes = volume_class(constraint.volumes),
          .level = level(constraint),
          .capabilities = capability_points(constraint)};
}

bool before(const Constraint& left, const Constraint& right) {
  const auto first = key(rank(left));
  const auto second = key(rank(right));
  return first != second ? first < second : left.name < right.name;
}

std::vector<const Constraint*> ordered(const std::vector<Constraint>& constraints) {
  using Ranked = std::pair<decltype(key(Rank())), const Constraint*>;
  std::vector<Ranked> ranked;
  ranked.reserve(constraints.size());
  for (const Constraint& constraint : constraints) ranked.emplace_back(key(rank(constraint)), &constraint);
  std::ranges::stable_sort(ranked, [](const Ranked& left, const Ranked& right) {
    return left.first != right.first ? left.first < right.first : left.second->name < right.second->name;
  });
  std::vector<const Constraint*> found;
  found.reserve(ranked.size());
  std::ranges::transform(ranked, std::back_inserter(found), &Ranked::second);
  return found;
}

std::string reason(const Constraint& first, const Constraint& second) {
  const Rank one = rank(first);
  const Rank other = rank(second);
  if (one.priority != other.priority) return base::format("its priority is higher ({}, not {})", one.priority, other.priority);
  if (one.privileged != other.privileged) return "it forbids privileged containers";
  if (one.host_ports != other.host_ports) return "it forbids host ports";
  if (one.host_network != other.host_network) return "it forbids the host's network";
  if (one.volumes != other.volumes)
    return other.volumes == 2 ? "it forbids host directories" : "it forbids volumes beyond those with the pod's own data";
  if (one.level != other.level) return "its rules about runAsUser and seLinuxContext are stricter";
  if (one.capabilities != other.capabilities) return "it gives fewer capabilities";
  return "its name comes first, and all that counts is equal";
}

}  // namespace railhead::manifest::scc
