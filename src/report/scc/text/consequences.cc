#include "report/scc/text/consequences.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "report/scc/text/reasons.h"

namespace railhead::report {
namespace {

using manifest::Pod;
using manifest::PodContainer;
using Words = std::vector<std::string>;

/// What decides on how much a container may pin.
struct Pinning {
  std::optional<std::int64_t> user = {};
  bool user_known = true;   // false: the namespace's range, and the namespace is not known
  bool other_user = false;  // runAsNonRoot: any but root
  Words adds = {};          // of those that matter here
  bool privileged = false;
  bool drops_all = false;
  bool user_space = false;
  bool no_new_privileges = false;
  bool operator==(const Pinning&) const = default;
};

Words relevant(const Words& added) {
  constexpr std::array<std::string_view, 2> kNames = {"IPC_LOCK", "SYS_RESOURCE"};
  Words words;
  for (const std::string_view name : kNames)
    if (std::ranges::any_of(added, [&](const std::string& one) { return one == name || one == "ALL"; }))
      words.emplace_back(name);
  return words;
}

Pinning pinning(const AskedPod& asked, const PodContainer& container) {
  const Pod& pod = asked.verdict.pod;
  const manifest::ContainerSecurity own = container.security.value_or(manifest::ContainerSecurity{});
  const manifest::PodSecurity all = pod.security.value_or(manifest::PodSecurity{});
  const auto* constraint = asked.verdict.scc.constraint;
  Pinning found{.user = own.run_as_user ? own.run_as_user : all.run_as_user,
                .other_user = own.run_as_non_root.value_or(all.run_as_non_root.value_or(false)),
                .privileged = own.privileged == true,
                .user_space = pod.host_users == false,
                .no_new_privileges = own.privilege_escalation == false};
  found.user_known = knows_ranges(asked.verdict) || constraint == nullptr || constraint->run_as_user.min ||
                     constraint->run_as_user.type != manifest::scc::UserStrategy::must_run_as_range;
  if (own.capabilities) {
    found.adds = relevant(own.capabilities->add);
    found.drops_all = std::ranges::find(own.capabilities->drop, "ALL") != own.capabilities->drop.end();
  }
  if (found.privileged) found.adds = {"IPC_LOCK", "SYS_RESOURCE"};
  return found;
}

std::string explain(const AskedPod& asked, const Pinning& pinning) {
  const std::optional<std::int64_t> user = !pinning.user_known || (!pinning.user && pinning.other_user) ? 1000 : pinning.user;
  return base::format("railhead memlock explain{} --caps {}{}{} --cluster {}", user ? base::format(" --uid {}", *user) : "",
                      pinning.adds.empty() ? "none" : base::joined(pinning.adds, ","), pinning.user_space ? " --userns" : "",
                      pinning.no_new_privileges ? " --nnp" : "", asked.verdict.asked ? "openshift" : "kubernetes");
}

std::string user_words(const Pinning& pinning) {
  if (!pinning.user_known) return "a uid of the namespace's range";
  if (pinning.user) return base::format("uid {}", *pinning.user);
  return pinning.other_user ? "a user other than root" : "the image's user";
}

/// Behind the names of the containers.
std::string sentence(const AskedPod& asked, const Pinning& pinning) {
  const bool root = pinning.user == 0;
  const bool other = (pinning.user && !root) || pinning.other_user;
  const std::string adds = with_and(pinning.adds);
  const std::string see = base::format("the node's memlock limit counts\n{}", explain(asked, pinning));
  if (pinning.adds.empty())
    return base::format("runs as {} without IPC_LOCK{}: {}", user_words(pinning),
                        pinning.drops_all ? " (all capabilities are dropped)" : "", see);
  if (pinning.user_space) return base::format("{} has no effect in a user namespace (hostUsers: false): {}", adds, see);
  if (other)
    return base::format("{} has no effect, for it runs as {} (check memlock.cap-ineffective-nonroot): {}", adds,
                        user_words(pinning), see);
  if (!root)
    return base::format("{} has effect if the image runs it as root, and none for another user\n{}", adds,
                        explain(asked, pinning));
  if (pinning.adds.front() == "IPC_LOCK")
    return base::format("root with IPC_LOCK{}: no memlock limit applies", pinning.privileged ? " (privileged)" : "");
  return "root with SYS_RESOURCE: it may raise its memlock limit itself (ulimit -l unlimited in its command)";
}

}  // namespace

std::vector<std::string> consequences(const AskedPod& asked) {
  std::vector<std::pair<Pinning, Words>> groups;
  for (const PodContainer& container : asked.verdict.pod.containers) {
    const Pinning found = pinning(asked, container);
    auto same = std::ranges::find(groups, found, &std::pair<Pinning, Words>::first);
    if (same == groups.end()) same = groups.insert(groups.end(), {found, Words()});
    same->second.push_back(container.name);
  }
  Words lines;
  lines.reserve(groups.size());
  for (const auto& [found, names] : groups)
    lines.push_back(base::format("{}: {}", named_containers(names), sentence(asked, found)));
  return lines;
}

}  // namespace railhead::report
