#include "manifest/admission/way_out/smallest.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/admission/validity.h"
#include "manifest/admission/way_out/fit.h"
#include "manifest/scc/order.h"
#include "manifest/scc/strategy/trial.h"
#include "manifest/validation/validate.h"

namespace railhead::manifest::admission {
namespace {

using scc::Constraint;
using scc::Field;
using scc::Refusal;
using scc::Strategy;
using scc::UserStrategy;

constexpr int kMostRounds = 16;
constexpr const char* kClaim = "persistentVolumeClaim";

template <class Visit>
void each_container(const Pod& pod, Visit visit) {
  for (const auto* list : {&pod.init_containers, &pod.containers, &pod.ephemeral_containers})
    for (const PodContainer& container : *list) visit(container);
}

/// The users that the pod sets, sorted and each once; `all`: every container has one.
struct Users {
  std::vector<std::int64_t> ids = {};
  bool all = true;
};

Users users_of(const std::vector<Pod>& pods) {
  Users users;
  for (const Pod& pod : pods)
    each_container(pod, [&](const PodContainer& container) {
      const auto user = scc::effective_user(pod, container);
      if (user) users.ids.push_back(*user);
      users.all = users.all && user;
    });
  std::ranges::sort(users.ids);
  const auto [first, last] = std::ranges::unique(users.ids);
  users.ids.erase(first, last);
  return users;
}

/// A range of one where the pod says who it is: it allows what MustRunAs would, and is tried later by the server.
scc::RunAsUser user_rule(const Users& users, const scc::Ranges& ranges) {
  const auto in_namespace = [&](std::int64_t id) { return !ranges.assumed && id >= ranges.uids.min && id <= ranges.uids.max; };
  if (std::ranges::all_of(users.ids, in_namespace)) return {.type = UserStrategy::must_run_as_range};
  if (users.all) return {.type = UserStrategy::must_run_as_range, .min = users.ids.front(), .max = users.ids.back()};
  // What the others run as must not change with what one of them asks for.
  return {.type = users.ids.front() == 0 ? UserStrategy::run_as_any : UserStrategy::must_run_as_non_root};
}

void add_once(std::vector<std::string>& list, std::string word) {
  if (std::ranges::find(list, word) == list.end()) list.push_back(std::move(word));
}

bool is_read_only(const Pod& pod) {
  bool all = true;
  each_container(pod, [&](const PodContainer& container) {
    all = all && container.security && container.security->read_only_root == true;
  });
  return all;
}

Constraint narrowest(const std::vector<Pod>& pods, const scc::Ranges& ranges, std::string name) {
  const bool own_users = std::ranges::all_of(pods, [](const Pod& pod) { return pod.host_users == false; });
  return {.name = std::move(name),
          .privilege_escalation = false,
          .read_only_root = std::ranges::all_of(pods, is_read_only),
          .required_drops = {"ALL"},
          .run_as_user = user_rule(users_of(pods), ranges),
          .se_linux = {.type = Strategy::must_run_as},
          .fs_group = {.type = Strategy::must_run_as},
          .supplemental_groups = {.type = Strategy::must_run_as},
          .seccomp_profiles = {"runtime/default"},
          .volumes = {"projected"},
          .user_namespace = own_users ? scc::UserNamespaceLevel::require_pod : scc::UserNamespaceLevel::allow_host};
}

void widen_users(Constraint& constraint) {
  constraint.run_as_user = {.type = constraint.run_as_user.type == UserStrategy::must_run_as_range
                                        ? UserStrategy::must_run_as_non_root
                                        : UserStrategy::run_as_any};
}

void widen_groups(scc::GroupRule& rule, const std::vector<std::int64_t>& asked) {
  if (!rule.ranges.empty()) {
    rule = {.type = Strategy::run_as_any};
    return;
  }
  for (const std::int64_t id : asked) rule.ranges.push_back({.min = id, .max = id});
  if (rule.ranges.empty()) rule.type = Strategy::run_as_any;
}

void widen_se_linux(Constraint& constraint, const Pod& pod) {
  if (!constraint.se_linux.options && pod.security && pod.security->se_linux && !pod.security->se_linux->level.empty())
    constraint.se_linux.options = pod.security->se_linux;
  else
    constraint.se_linux = {.type = Strategy::run_as_any};
}

void widen_volumes(Constraint& constraint, const Refusal& refusal, const Pod& pod) {
  const std::string type = unquoted(refusal.value);
  if (type == "hostPath") constraint.host_dir = true;
  if (refusal.path.ends_with("driver")) return add_once(constraint.flex_volumes, type);
  add_once(constraint.volumes, type);
  if (type != "flexVolume") return;
  for (const PodVolume& volume : pod.volumes)
    if (std::ranges::find(volume.types, "flexVolume") != volume.types.end()) add_once(constraint.flex_volumes, volume.driver);
}

/// A privileged container has every capability whatever is dropped, and the API refuses it without escalation.
void widen_privileged(Constraint& constraint) {
  constraint.privileged = true;
  constraint.privilege_escalation = true;
  constraint.required_drops.clear();
}

std::vector<std::int64_t> groups_asked(const Pod& pod, Field field) {
  if (!pod.security) return {};
  if (field == Field::fs_group)
    return pod.security->fs_group ? std::vector<std::int64_t>{*pod.security->fs_group} : std::vector<std::int64_t>();
  return pod.security->supplemental_groups.value_or(std::vector<std::int64_t>());
}

void widen(Constraint& constraint, const Refusal& refusal, const Pod& pod) {
  switch (refusal.field) {
    case Field::fs_group: return widen_groups(constraint.fs_group, groups_asked(pod, refusal.field));
    case Field::supplemental_groups: return widen_groups(constraint.supplemental_groups, groups_asked(pod, refusal.field));
    case Field::seccomp: return add_once(constraint.seccomp_profiles, refusal.value);
    case Field::se_linux: return widen_se_linux(constraint, pod);
    case Field::host_network: constraint.host_network = true; return;
    case Field::host_pid: constraint.host_pid = true; return;
    case Field::host_ipc: constraint.host_ipc = true; return;
    case Field::host_users: constraint.user_namespace = scc::UserNamespaceLevel::allow_host; return;
    case Field::sysctl: return add_once(constraint.unsafe_sysctls, unquoted(refusal.value));
    case Field::volume: return widen_volumes(constraint, refusal, pod);
    case Field::run_as_user:
    case Field::run_as_non_root: return widen_users(constraint);
    case Field::privileged: return widen_privileged(constraint);
    case Field::capability: return add_once(constraint.allowed_capabilities, unquoted(refusal.value));
    case Field::host_port: constraint.host_ports = true; return;
    case Field::privilege_escalation: constraint.privilege_escalation = true; return;
    case Field::read_only_root: constraint.read_only_root = false; return;
  }
}

/// One finding of a kind is enough to widen by, and of capabilities, volumes and the like each.
void widen(Constraint& constraint, const std::vector<Refusal>& refusals, const Pod& pod) {
  std::vector<Field> done;
  for (const Refusal& refusal : refusals) {
    const bool stepwise = refusal.field == Field::fs_group || refusal.field == Field::supplemental_groups ||
                          refusal.field == Field::se_linux || refusal.field == Field::run_as_user ||
                          refusal.field == Field::run_as_non_root;
    if (stepwise && std::ranges::find(done, refusal.field) != done.end()) continue;
    done.push_back(refusal.field);
    widen(constraint, refusal, pod);
  }
}

/// What ALL among the drops takes away: adding one of these names is refused where it is dropped by name, not where all are.
bool adds_all(const Constraint& constraint) {
  return std::ranges::find(constraint.allowed_capabilities, "ALL") != constraint.allowed_capabilities.end();
}

std::string words_of(const std::vector<Invalid>& entries) {
  std::vector<std::string> words;
  words.reserve(entries.size());
  for (const Invalid& entry : entries) words.push_back(in_words(entry));
  return base::joined(words, "; ");
}

/// Widens a constraint by what it refuses of a pod, once. Nothing where it takes the pod and so does the API.
std::optional<NoConstraint> widened_for(const Pod& pod, const scc::Ranges& ranges, Constraint& constraint, bool& final) {
  Pod tried = pod;
  const std::vector<Refusal> refusals = scc::try_constraint(constraint, tried, ranges);
  if (!refusals.empty()) {
    widen(constraint, refusals, pod);
    if (adds_all(constraint)) constraint.required_drops.clear();
    return NoConstraint{.why = base::format("No SCC takes this of the pod: {}", refusals.front().text)};
  }
  const std::vector<Invalid> entries = invalid(ranges.assumed ? with_valid_ids(std::move(tried)) : tried);
  if (entries.empty()) return std::nullopt;
  // CAP_SYS_ADMIN and a privileged container are invalid without escalation.
  final = std::exchange(constraint.privilege_escalation, true) == true;
  return NoConstraint{.why = words_of(entries), .of_api = true};
}

}  // namespace

std::expected<Constraint, NoConstraint> smallest(const Pod& pod, const scc::Ranges& ranges, std::string name) {
  return smallest_common({pod}, ranges, std::move(name));
}

std::expected<Constraint, NoConstraint> smallest_common(const std::vector<Pod>& pods, const scc::Ranges& ranges,
                                                        std::string name) {
  NoConstraint none;
  Constraint constraint = narrowest(pods, ranges, std::move(name));
  bool final = false;
  for (int round = 0; round < kMostRounds && !final; ++round) {
    bool takes_all = true;
    for (const Pod& pod : pods) {
      auto refused = widened_for(pod, ranges, constraint, final);
      if (!refused) continue;
      none = *std::move(refused);
      takes_all = false;
      if (final) break;
    }
    if (takes_all) return constraint;
  }
  return std::unexpected(none);
}

std::optional<std::vector<std::string>> put_behind(Constraint& constraint, const Constraint& other) {
  std::vector<std::string> given;
  Constraint moved = constraint;
  const auto listed = [](const std::vector<std::string>& list, std::string_view word) {
    return std::ranges::find(list, word) != list.end();
  };
  const auto behind = [&] { return scc::before(other, moved); };
  // What `other` allows anyway costs nothing: a further type of volume, then further capabilities.
  if (!behind() && listed(other.volumes, kClaim) && !listed(moved.volumes, kClaim)) {
    moved.volumes.emplace_back(kClaim);
    given.emplace_back(kClaim);
  }
  for (const std::string& capability : other.allowed_capabilities) {
    if (behind() || capability == "*" || capability == "ALL" || listed(moved.allowed_capabilities, capability)) continue;
    moved.allowed_capabilities.push_back(capability);
    given.push_back(capability);
  }
  // All that is left to decide is the name then.
  if (!behind()) moved.name = base::format("scc-{}", moved.name);
  if (!behind()) return std::nullopt;
  constraint = std::move(moved);
  return given;
}

}  // namespace railhead::manifest::admission
