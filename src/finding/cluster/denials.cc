#include "finding/cluster/denials.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "facts/cluster/cluster.h"
#include "finding/admission/foretold.h"
#include "finding/cluster/events.h"

namespace railhead::check {
namespace {

using facts::SccDenial;

Grant grant_of(const SccDenial& denial) {
  if (denial.path.ends_with("capabilities.add")) return Grant::capability;
  if (denial.path.ends_with("allowPrivilegeEscalation")) return Grant::privilege_escalation;
  return Grant::other;
}

/// "hostNetwork" of ".spec.securityContext.hostNetwork", "volumes[0]" of ".spec.volumes[0]".
std::string field_of(const std::string& path) {
  if (path.find("seccomp") != std::string::npos) return "seccomp profile";
  if (const std::size_t options = path.find("seLinuxOptions"); options != std::string::npos) return path.substr(options);
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos ? path : path.substr(dot + 1);
}

/// "0" of "[]int64{0}" and "[0]".
std::string plain(std::string value) {
  if (value.starts_with("[]") && value.find('{') != std::string::npos) value = value.substr(value.find('{'));
  while (!value.empty() && (value.front() == '[' || value.front() == '{')) value.erase(0, 1);
  while (!value.empty() && (value.back() == ']' || value.back() == '}')) value.pop_back();
  return value;
}

/// What was refused, in few words: the same in each container.
std::string words_of(const SccDenial& denial) {
  if (grant_of(denial) == Grant::capability) return denial.value;
  std::string field = field_of(denial.path);
  if (field.starts_with("volumes[")) return denial.value + " volumes";
  if (denial.value == "true") return field;
  const std::string value = plain(denial.value);
  std::string text = field;
  if (value == "null") text += " unset";
  if (value != "null" && !value.empty()) text += " " + value;
  return denial.why.empty() || denial.why.find("not an allowed group") != std::string::npos ? text
                                                                                            : text + " (" + denial.why + ")";
}

/// What each constraint refuses. "" stands for those that the text does not name.
std::map<std::string, std::set<std::string>> by_constraint(const facts::ClusterEvent& event) {
  std::map<std::string, std::set<std::string>> found;
  for (const SccDenial& denial : event.denials) found[denial.constraint].insert(words_of(denial));
  return found;
}

/// What all of them refuse.
std::set<std::string> common(const std::map<std::string, std::set<std::string>>& all) {
  std::set<std::string> words = all.empty() ? std::set<std::string>() : all.begin()->second;
  for (const auto& [constraint, theirs] : all)
    std::erase_if(words, [&](const std::string& word) { return !theirs.contains(word); });
  return words;
}

/// What of the pod restricted-v2 would refuse, as far as the event tells: what it did refuse, with what was said of no
/// constraint in particular; else what the others refused.
std::vector<SccDenial> denials_of_restricted(const facts::ClusterEvent& event) {
  std::vector<SccDenial> found;
  std::ranges::copy_if(event.denials, std::back_inserter(found), [](const SccDenial& denial) {
    return denial.constraint == "restricted-v2" || denial.constraint.empty();
  });
  return found.empty() ? event.denials : found;
}

/// Fields of a constraint whose rule gives way as a whole.
struct Opening {
  std::string_view field;  // as a denial calls it, or a part of its path
  const char* change;
};

constexpr std::array<Opening, 7> kOpenings = {{
    {"allowPrivilegeEscalation", ".allowPrivilegeEscalation = true"},
    {"runAsUser", ".runAsUser = {\"type\": \"RunAsAny\"}"},
    {"runAsNonRoot", ".runAsUser = {\"type\": \"RunAsAny\"}"},
    {"fsGroup", ".fsGroup = {\"type\": \"RunAsAny\"}"},
    {"supplementalGroups", ".supplementalGroups = {\"type\": \"RunAsAny\"}"},
    {"seLinuxOptions", ".seLinuxContext = {\"type\": \"RunAsAny\"}"},
    {"seccomp", ".seccompProfiles = [\"*\"]"},
}};

/// What a command may be made of: names of capabilities and of types of volumes. Texts that people paste hold anything.
bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '*';
  });
}

void add_once(std::vector<std::string>& texts, std::string text) {
  if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
}

/// Steps of jq that make of restricted-v2 a constraint which takes the pod, and what of it they do not let through: of host
/// namespaces, host paths and privileged containers RDMA needs none.
struct Changes {
  std::vector<std::string> capabilities = {};
  std::vector<std::string> volumes = {};
  std::vector<std::string> others = {};
  std::vector<std::string> left = {};
};

void add_change(Changes& changes, const SccDenial& denial) {
  const std::string quoted = base::format("\"{}\"", denial.value);
  if (grant_of(denial) == Grant::capability && is_name(denial.value)) return add_once(changes.capabilities, quoted);
  const bool volume = field_of(denial.path).starts_with("volumes[");
  if (volume && is_name(denial.value) && denial.value != "hostPath") return add_once(changes.volumes, quoted);
  const auto opening =
      std::ranges::find_if(kOpenings, [&](const Opening& one) { return denial.path.find(one.field) != std::string::npos; });
  if (opening == kOpenings.end()) return add_once(changes.left, words_of(denial));
  add_once(changes.others, opening->change);
}

Changes changes_of_restricted(const facts::ClusterEvent& event) {
  Changes changes;
  for (const SccDenial& denial : denials_of_restricted(event)) add_change(changes, denial);
  return changes;
}

std::string steps_of(const Changes& changes) {
  std::vector<std::string> steps = {".metadata = {\"name\": \"rdma\"}", ".users = []", ".groups = []"};
  const std::size_t none = steps.size();
  if (!changes.capabilities.empty())
    steps.push_back(base::format(".allowedCapabilities += [{}]", base::joined(changes.capabilities, ", ")));
  if (!changes.volumes.empty()) steps.push_back(base::format(".volumes += [{}]", base::joined(changes.volumes, ", ")));
  std::ranges::copy(changes.others, std::back_inserter(steps));
  return steps.size() == none ? "" : base::joined(steps, " | ");
}

}  // namespace

std::vector<Refused> refused(const facts::ClusterEvent& event, Grant grant) {
  const auto all = by_constraint(event);
  const std::set<std::string> in_all = common(all);
  std::vector<Refused> found;
  for (const SccDenial& denial : event.denials) {
    const std::string what = words_of(denial);
    if (grant_of(denial) != grant || (!in_all.empty() && !in_all.contains(what))) continue;
    auto known = std::ranges::find(found, what, &Refused::what);
    if (known == found.end()) known = found.insert(found.end(), {.grant = grant, .what = what});
    if (!denial.constraint.empty() && std::ranges::find(known->constraints, denial.constraint) == known->constraints.end())
      known->constraints.push_back(denial.constraint);
  }
  return found;
}

std::vector<Finding> denials(const Input& input, Grant grant, const DenialWords& words) {
  if (input.cluster == nullptr) return {};
  std::vector<Finding> findings = foretold_denials(input, grant);
  for (const facts::ClusterEvent& event : input.cluster->events) {
    if (event.word != facts::ClusterWord::scc) continue;
    const std::vector<Refused> those = refused(event, grant);
    if (those.empty() && (grant != Grant::other || !event.denials.empty())) continue;
    const std::string message = words.message(event, those);
    const bool said = std::ranges::any_of(findings, [&](const Finding& other) { return other.message == message; });
    if (!said)
      findings.push_back(violated(Severity::error, pod_subject(event), message, {told(event)}, words.fix(event, those)));
  }
  return findings.empty() ? no_such_event(input, words.what) : findings;
}

std::string listed(const std::vector<Refused>& refused) {
  std::vector<std::string> names;
  names.reserve(refused.size());
  for (const Refused& one : refused) names.push_back(one.what);
  return base::listed(names);
}

std::string constraints_of(const std::vector<Refused>& refused, const char* one, const char* several) {
  std::vector<std::string> names;
  for (const Refused& thing : refused)
    for (const std::string& constraint : thing.constraints)
      if (std::ranges::find(names, constraint) == names.end()) names.push_back(constraint);
  if (names.empty()) return base::format("the security context constraints {}", several);
  return base::format("{} {}", base::listed(names, 4), names.size() == 1 ? one : several);
}

std::string new_constraint(const facts::ClusterEvent& event) {
  const Changes changes = changes_of_restricted(event);
  const std::string steps = steps_of(changes);
  if (steps.empty()) return {};
  const std::string name_space = event.name_space.empty() ? " -n NAMESPACE" : in_namespace(event.name_space);
  std::string text = base::format(
      "oc get scc restricted-v2 -o json | jq '{}' | oc apply -f -\n"
      "oc adm policy add-scc-to-user rdma -z SERVICEACCOUNT{}  # the pod's serviceAccountName",
      steps, name_space);
  if (!changes.left.empty())
    text += base::format("\n# it does not let through {}: take that out of the pod", base::listed(changes.left));
  return text;
}

}  // namespace railhead::check
