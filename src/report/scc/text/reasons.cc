#include "report/scc/text/reasons.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/admission/validity.h"

namespace railhead::report {
namespace {

using manifest::Pod;
using manifest::admission::unquoted;
using manifest::scc::Attempt;
using manifest::scc::Constraint;
using manifest::scc::Field;
using manifest::scc::Refusal;

constexpr std::size_t kMostNamed = 8;  // containers
constexpr std::size_t kMostWords = 40;
constexpr std::size_t kMostReasons = 24;

/// One thing that is refused. `what` is the pod's ("IPC_LOCK"), `words` say that it is refused; entries of one `group` are put
/// together: "IPC_LOCK and NET_RAW may not be added".
struct Reason {
  Field field = Field::capability;
  std::string what = {};
  std::string words = {};
  std::vector<std::string> containers = {};
};

std::string last_key(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos ? path : path.substr(dot + 1);
}

std::string volume_name(const Refusal& refusal, const Pod& pod) {
  const std::size_t open = refusal.path.find("volumes[");
  if (open == std::string::npos) return "";
  const std::string_view rest = std::string_view(refusal.path).substr(open + 8);
  const auto index = base::unsigned_number(rest.substr(0, rest.find(']')));
  if (!index || *index >= pod.volumes.size()) return "";
  return base::one_line(pod.volumes[*index].name);
}

std::string of_namespace(const Refusal& refusal) { return refusal.of_namespace ? ", the namespace's" : ""; }

std::string user_words(const Refusal& refusal) {
  const std::string user = base::format("runAsUser {}", refusal.value);
  constexpr std::string_view kRanges = "must be in the ranges: [";
  if (refusal.of_namespace && refusal.why.contains("[?"))
    return refusal.never_allocated
               ? base::format("{} is outside of every range that OpenShift gives to namespaces ({} and above)", user,
                              manifest::scc::kFirstAllocated)
               : base::format("{} may be outside of the namespace's range, which is not known", user);
  if (refusal.why.starts_with(kRanges)) {
    std::string range = refusal.why.substr(kRanges.size());
    if (range.ends_with(']')) range.pop_back();
    const std::size_t comma = range.find(", ");
    if (comma != std::string::npos) range.replace(comma, 2, " to ");
    return base::format("{} is outside of {}{}", user, range, of_namespace(refusal));
  }
  if (refusal.why.contains("root")) return user + " (root) is not allowed";
  return base::format("{} {}", user, refusal.why);
}

std::string seccomp_words(const Refusal& refusal, const Constraint& constraint) {
  if (constraint.seccomp_profiles.empty())
    return base::format("it lists no seccompProfiles, so that none may be set, and the pod has {}", refusal.value);
  return base::format("seccomp profile {} is not in its list ({})", refusal.value,
                      base::listed(constraint.seccomp_profiles, 4));
}

std::string se_linux_words(const Refusal& refusal) {
  const std::string must = refusal.why == "must be " ? std::string("must not be set") : refusal.why;
  return base::format("seLinuxOptions.{} {}{}", last_key(refusal.path), must, of_namespace(refusal));
}

std::string groups_words(const char* field, const Refusal& refusal) {
  const std::size_t blank = refusal.why.find(' ');
  return base::format("{} {} is not allowed{}", field, refusal.why.substr(0, blank),
                      refusal.of_namespace ? " (the namespace gives it)" : "");
}

std::string port_words(const Refusal& refusal, const Pod& pod) {
  if (pod.host_network)
    return base::format("port {} is a host port with hostNetwork, and host ports are not allowed", refusal.value);
  return base::format("hostPort {} is not allowed", refusal.value);
}

std::string allowed_capabilities(const Constraint& constraint) {
  if (constraint.allowed_capabilities.empty()) return "it allows none";
  return base::format("it allows {}", base::listed(constraint.allowed_capabilities, 6));
}

std::string profile_noun(const std::string& value) { return base::format("seccomp profile {}", value); }

/// What is refused, as the object of "allows".
std::string noun(const Refusal& refusal) {
  switch (refusal.field) {
    case Field::fs_group: return base::format("fsGroup {}", refusal.why.substr(0, refusal.why.find(' ')));
    case Field::supplemental_groups: return base::format("group {}", refusal.why.substr(0, refusal.why.find(' ')));
    case Field::seccomp: return profile_noun(refusal.value);
    case Field::se_linux: return "its seLinuxOptions";
    case Field::host_network: return "hostNetwork";
    case Field::host_pid: return "hostPID";
    case Field::host_ipc: return "hostIPC";
    case Field::host_users: return "the host's user namespace";
    case Field::sysctl: return base::format("sysctl {}", unquoted(refusal.value));
    case Field::volume: return base::format("{} volumes", unquoted(refusal.value));
    case Field::run_as_user: return refusal.value == "0" ? "uid 0 (root)" : base::format("uid {}", refusal.value);
    case Field::run_as_non_root: return "runAsNonRoot: false";
    case Field::privileged: return "privileged containers";
    case Field::capability: return unquoted(refusal.value);
    case Field::host_port: return "host ports";
    case Field::privilege_escalation: return "allowPrivilegeEscalation: true";
    case Field::read_only_root: return "a root file system that can be written";
  }
  return "";
}

std::string words(const Refusal& refusal, const Constraint& constraint, const Pod& pod) {
  switch (refusal.field) {
    case Field::fs_group: return groups_words("fsGroup", refusal);
    case Field::supplemental_groups: return groups_words("supplementalGroups", refusal);
    case Field::seccomp: return seccomp_words(refusal, constraint);
    case Field::se_linux: return se_linux_words(refusal);
    case Field::host_users: return "hostUsers is not false";
    case Field::volume: {
      const std::string name = volume_name(refusal, pod);
      return base::format("{} volumes are not allowed{}", unquoted(refusal.value),
                          name.empty() ? "" : base::format(" ({})", name));
    }
    case Field::run_as_user: return user_words(refusal);
    case Field::host_port: return port_words(refusal, pod);
    case Field::capability: return base::format("{} may not be added", unquoted(refusal.value));
    case Field::privileged: return "privileged containers are not allowed";
    case Field::read_only_root: return "readOnlyRootFilesystem must be true";
    case Field::sysctl:
    case Field::host_network:
    case Field::host_pid:
    case Field::host_ipc:
    case Field::run_as_non_root:
    case Field::privilege_escalation: break;
  }
  return base::format("{} is not allowed", noun(refusal));
}

/// The host's namespaces and its ports are named again for every container, as what they are: the pod's.
bool is_of_pod(Field field) { return field == Field::host_network || field == Field::host_pid || field == Field::host_ipc; }

/// Each thing once, in the order of the refusals, of which a hostile pod may have very many.
std::vector<Reason> collected(const Attempt& attempt, const Pod& pod) {
  std::vector<Reason> found;
  std::map<std::string, std::size_t> numbers;
  std::set<std::pair<std::size_t, std::string_view>> named;
  for (const Refusal& refusal : attempt.refusals) {
    std::string text = words(refusal, *attempt.constraint, pod);
    const auto [at, is_new] = numbers.emplace(text, found.size());
    if (is_new) found.push_back({.field = refusal.field, .what = noun(refusal), .words = std::move(text)});
    const bool of_container = !is_of_pod(refusal.field) && !refusal.container.empty();
    if (of_container && named.emplace(at->second, refusal.container).second)
      found[at->second].containers.push_back(refusal.container);
  }
  return found;
}

std::string behind(const Reason& reason) {
  return reason.containers.empty() ? "" : base::format(" ({})", named_containers(reason.containers));
}

}  // namespace

std::string with_and(const std::vector<std::string>& words) {
  if (words.size() > kMostWords) return base::one_line(base::listed(words, kMostWords - 1));
  if (words.size() < 2) return words.empty() ? "" : base::one_line(words.front());
  const std::vector<std::string> first(words.begin(), words.end() - 1);
  return base::one_line(base::format("{} and {}", base::joined(first, ", "), words.back()));
}

std::string named_containers(const std::vector<std::string>& names) {
  if (names.size() > kMostNamed) return base::format("containers {}", base::one_line(base::listed(names, kMostNamed - 1)));
  return base::format("container{} {}", names.size() == 1 ? "" : "s", with_and(names));
}

std::vector<std::string> reasons(const Attempt& attempt, const Pod& pod) {
  const std::vector<Reason> found = collected(attempt, pod);
  std::vector<std::string> texts;
  texts.reserve(found.size());
  std::vector<bool> said(found.size());
  std::size_t last = 0;  // of the texts about capabilities
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (said[i]) continue;
    if (found[i].field != Field::capability) {
      texts.push_back(found[i].words + behind(found[i]));
      continue;
    }
    // Capabilities of the same containers in one go.
    std::vector<std::string> names;
    for (std::size_t j = i; j < found.size(); ++j) {
      if (found[j].field != Field::capability || found[j].containers != found[i].containers) continue;
      names.push_back(found[j].what);
      said[j] = true;
    }
    texts.push_back(base::format("{} may not be added{}", with_and(names), behind(found[i])));
    last = texts.size();
  }
  if (last > 0) texts[last - 1] += ", " + allowed_capabilities(*attempt.constraint);
  if (texts.size() > kMostReasons) {
    const std::size_t rest = texts.size() - kMostReasons + 1;
    texts.resize(kMostReasons - 1);
    texts.push_back(base::format("and {} more", rest));
  }
  return texts;
}

std::vector<std::string> refused_by_all(const manifest::admission::Verdict& verdict) {
  std::optional<std::vector<std::string>> common;
  for (const Attempt& attempt : verdict.scc.attempts) {
    if (!attempt.asked) continue;
    std::vector<std::string> here;
    std::set<std::string> seen;
    for (const Refusal& refusal : attempt.refusals)
      if (std::string one = noun(refusal); seen.insert(one).second) here.push_back(std::move(one));
    if (common)
      std::erase_if(*common, [&](const std::string& one) { return !seen.contains(one); });
    else
      common = std::move(here);
  }
  std::vector<std::string> nouns = common.value_or(std::vector<std::string>());
  // What pins memory is what people look for.
  std::ranges::stable_partition(nouns, [](const std::string& word) { return word == "IPC_LOCK" || word == "SYS_RESOURCE"; });
  return nouns;
}

}  // namespace railhead::report
