// What an admitted pod gets from the server.
#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "report/scc/text/consequences.h"
#include "report/scc/text/lines.h"
#include "report/scc/text/parts.h"
#include "report/scc/text/reasons.h"

namespace railhead::report {
namespace {

using manifest::ContainerSecurity;
using manifest::Pod;
using manifest::PodContainer;
using manifest::PodSecurity;
using Words = std::vector<std::string>;

constexpr std::size_t kIndent = 4;

/// Ids and levels that come from a namespace which is not known are not known either.
struct Filled {
  bool namespace_known = false;
  Words words = {};

  template <class T>
  void number(const char* key, const std::optional<T>& before, const std::optional<T>& after, bool of_namespace) {
    if (before == after || !after) return;
    words.push_back(of_namespace ? base::format("{} from the namespace's range", key) : base::format("{} {}", key, *after));
  }
  void flag(const char* key, std::optional<bool> before, std::optional<bool> after) {
    if (before != after && after) words.push_back(base::format("{} {}", key, *after ? "true" : "false"));
  }
};

bool user_of_namespace(const AskedPod& asked) {
  const auto* constraint = asked.verdict.scc.constraint;
  return !knows_ranges(asked.verdict) && constraint != nullptr &&
         constraint->run_as_user.type == manifest::scc::UserStrategy::must_run_as_range && !constraint->run_as_user.min;
}

bool groups_of_namespace(const AskedPod& asked, const manifest::scc::GroupRule& rule) {
  return !knows_ranges(asked.verdict) && rule.ranges.empty();
}

std::string se_linux_words(const manifest::SeLinuxOptions& options, bool known) {
  Words parts;
  const auto put = [&](const char* key, const std::string& text) {
    if (!text.empty()) parts.push_back(base::format("{} {}", key, text));
  };
  put("user", options.user);
  put("role", options.role);
  put("type", options.type);
  if (known) put("level", options.level);
  if (!known) parts.emplace_back("the namespace's level");
  return base::format("SELinux {}", base::joined(parts, ", "));
}

Words of_pod(const AskedPod& asked) {
  const auto* constraint = asked.verdict.scc.constraint;
  if (constraint == nullptr) return {};
  const PodSecurity before = asked.subject.pod.security.value_or(PodSecurity{});
  const PodSecurity after = asked.verdict.pod.security.value_or(PodSecurity{});
  Filled filled;
  filled.number("fsGroup", before.fs_group, after.fs_group, groups_of_namespace(asked, constraint->fs_group));
  if (before.supplemental_groups != after.supplemental_groups && after.supplemental_groups &&
      !after.supplemental_groups->empty())
    filled.number<std::int64_t>("supplementalGroups", std::nullopt, after.supplemental_groups->front(),
                                groups_of_namespace(asked, constraint->supplemental_groups));
  if (after.se_linux && before.se_linux != after.se_linux)
    filled.words.push_back(se_linux_words(*after.se_linux, knows_ranges(asked.verdict)));
  if (after.seccomp && before.seccomp != after.seccomp) filled.words.push_back(base::format("seccomp {}", after.seccomp->type));
  return filled.words;
}

/// Entries of a list that are not in another one.
Words added(const Words& before, const Words& after) {
  Words words;
  std::ranges::copy_if(after, std::back_inserter(words),
                       [&](const std::string& one) { return std::ranges::find(before, one) == before.end(); });
  return words;
}

Words of_container(const PodContainer& given, const PodContainer& kept, bool user_of_namespace) {
  const ContainerSecurity before = given.security.value_or(ContainerSecurity{});
  const ContainerSecurity after = kept.security.value_or(ContainerSecurity{});
  const manifest::Capabilities had = before.capabilities.value_or(manifest::Capabilities{});
  const manifest::Capabilities has = after.capabilities.value_or(manifest::Capabilities{});
  Filled filled;
  filled.number("runAsUser", before.run_as_user, after.run_as_user, user_of_namespace);
  filled.flag("runAsNonRoot", before.run_as_non_root, after.run_as_non_root);
  filled.flag("allowPrivilegeEscalation", before.privilege_escalation, after.privilege_escalation);
  filled.flag("readOnlyRootFilesystem", before.read_only_root, after.read_only_root);
  if (const Words more = added(had.add, has.add); !more.empty()) filled.words.push_back("adds " + with_and(more));
  if (const Words more = added(had.drop, has.drop); !more.empty()) filled.words.push_back("drops " + with_and(more));
  if (after.seccomp && before.seccomp != after.seccomp) filled.words.push_back(base::format("seccomp {}", after.seccomp->type));
  return filled.words;
}

using Groups = std::vector<std::pair<Words, Words>>;  // names of containers, what they get

void add_containers(Groups& groups, const std::vector<PodContainer>& given, const std::vector<PodContainer>& kept,
                    bool user_of_namespace) {
  for (std::size_t i = 0; i < kept.size() && i < given.size(); ++i) {
    Words words = of_container(given[i], kept[i], user_of_namespace);
    if (words.empty()) continue;
    auto same = std::ranges::find(groups, words, &std::pair<Words, Words>::second);
    if (same == groups.end()) same = groups.insert(groups.end(), {Words(), std::move(words)});
    same->first.push_back(kept[i].name);
  }
}

std::string table(const AskedPod& asked) {
  Groups groups;
  if (Words words = of_pod(asked); !words.empty()) groups.emplace_back(Words(), std::move(words));
  const Pod& given = asked.subject.pod;
  const Pod& kept = asked.verdict.pod;
  const bool user = user_of_namespace(asked);
  add_containers(groups, given.init_containers, kept.init_containers, user);
  add_containers(groups, given.containers, kept.containers, user);
  add_containers(groups, given.ephemeral_containers, kept.ephemeral_containers, user);
  std::size_t column = 0;
  for (const auto& [names, words] : groups)
    column = std::max(column, names.empty() ? std::size_t{5} : named_containers(names).size() + 2);
  std::string text;
  for (const auto& [names, words] : groups)
    text += entry(names.empty() ? "pod" : named_containers(names), base::joined(words, ", "), kIndent,
                  std::min<std::size_t>(column, 30));
  return text;
}

}  // namespace

std::string filled_text(const AskedPod& asked, const Style& style) {
  if (asked.verdict.outcome == manifest::scc::Outcome::unknown) return {};
  std::string text;
  if (asked.verdict.scc.constraint != nullptr) {
    const std::string lines = table(asked);
    text += heading(style, "the server fills in");
    text += lines.empty() ? paragraph("nothing: the pod has all of it", kIndent) : lines;
  }
  const Words consequences = report::consequences(asked);
  if (consequences.empty()) return text;
  text += heading(style, "which means for RDMA");
  for (const std::string& line : consequences) text += sentence(line, kIndent);
  return text;
}

}  // namespace railhead::report
