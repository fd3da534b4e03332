// What an admin can do: grant a constraint, or make one.
#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/admission/way_out/fit.h"
#include "manifest/admission/way_out/smallest.h"
#include "manifest/admission/way_out/ways.h"
#include "manifest/scc/object/written.h"
#include "manifest/scc/order.h"
#include "manifest/scc/read.h"
#include "manifest/scc/strategy/trial.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest::admission {
namespace {

using scc::Constraint;

constexpr std::size_t kLongestName = 50;

template <class Is>
bool any_container(const Pod& pod, Is is) {
  return std::ranges::any_of(pod.init_containers, is) || std::ranges::any_of(pod.containers, is) ||
         std::ranges::any_of(pod.ephemeral_containers, is);
}

bool has(const std::vector<std::string>& list, std::string_view word) { return std::ranges::find(list, word) != list.end(); }

bool is_privileged(const PodContainer& container) { return container.security && container.security->privileged == true; }
bool has_host_port(const PodContainer& container) {
  return std::ranges::any_of(container.ports, [](const ContainerPort& port) { return port.host_port != 0; });
}

/// Whether a constraint gives what opens the node and what the pod does not ask for: `privileged` and hostaccess are such for
/// nearly every pod.
bool gives_too_much(const Constraint& constraint, const Pod& pod) {
  const bool host_path =
      std::ranges::any_of(pod.volumes, [](const PodVolume& volume) { return has(volume.types, "hostPath"); });
  const bool network = pod.host_network || any_container(pod, has_host_port);
  return (constraint.privileged && !any_container(pod, is_privileged)) || (constraint.host_network && !pod.host_network) ||
         (constraint.host_ports && !network) || (constraint.host_pid && !pod.host_pid) ||
         (constraint.host_ipc && !pod.host_ipc) || (constraint.host_dir && !host_path) ||
         has(constraint.allowed_capabilities, "*") || has(constraint.unsafe_sysctls, "*");
}

bool takes(const Refused& refused, const Constraint& constraint) {
  Pod pod = refused.pod;
  return scc::try_constraint(constraint, pod, refused.ranges).empty();
}

/// SCC admission lets the pod through, and so does the API's validation; what Pod Security says is another matter.
bool is_admitted(const Verdict& verdict) {
  return verdict.scc.outcome == scc::Outcome::admitted && verdict.denied_by != Plugin::validation;
}

/// With the namespace unknown the verdict is too; the constraint itself was tried then.
bool is_not_refused(const Verdict& verdict) { return is_admitted(verdict) || verdict.outcome == scc::Outcome::unknown; }

/// Narrower by what it allows, not by when it is tried.
bool narrower(const Constraint& left, const Constraint& right) {
  Constraint one = left;
  Constraint other = right;
  one.priority = other.priority = 0;
  return scc::before(one, other);
}

std::string account(const Refused& refused) {
  return base::format("{}/{}", base::one_line(refused.verdict.space), base::one_line(refused.pod.service_account));
}

std::string captured(const Refused& refused, const Constraint& constraint) {
  const Constraint* other = usual(refused);
  return base::format(
      "{} is tried before {} ({}), so that other pods of {} come under it too: give this job a service account "
      "of its own.",
      base::one_line(constraint.name), other == nullptr ? "others" : base::one_line(other->name),
      other == nullptr ? "" : scc::reason(constraint, *other), account(refused));
}

std::string sanitized(std::string_view text) {
  std::string name;
  for (const char c : base::lowered(text)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (plain) name += c;
    if (!plain && !name.empty() && name.back() != '-') name += '-';
    if (name.size() == kLongestName) break;
  }
  while (name.ends_with('-')) name.pop_back();
  return name;
}

/// "rdma-train" of StatefulSet/train, unlike every name that is there.
std::string new_name(const Refused& refused) {
  const std::string& owner = refused.subject.owner;
  const std::size_t slash = owner.find('/');
  std::string own =
      sanitized(slash == std::string::npos ? refused.pod.service_account : std::string_view(owner).substr(slash + 1));
  if (own.empty()) own = "pod";
  const std::string base_name = own.starts_with("rdma-") ? own : base::format("rdma-{}", own);
  std::string name = base_name;
  for (int number = 2; std::ranges::find(refused.world.constraints, name, &Constraint::name) != refused.world.constraints.end();
       ++number)
    name = base::format("{}-{}", base_name, number);
  return name;
}

/// What the server makes of the manifest: an error is a manifest that it would not take.
base::Result<Constraint> read_back(const std::string& text) {
  const Parsed parsed = parse_yaml(text);
  if (!parsed.errors.empty() || parsed.documents.size() != 1)
    return std::unexpected(base::Error{.code = base::Code::malformed, .message = "its manifest cannot be written"});
  return scc::constraint_of(Value(parsed.documents[0]), {.file = "the suggested SCC"});
}

std::string explain(std::int64_t user) {
  return base::format("railhead memlock explain --uid {} --caps IPC_LOCK --cluster openshift", user);
}

void note_users(std::vector<std::string>& notes, const Refused& refused, const Constraint& constraint) {
  const auto unset = [&](const PodContainer& container) {
    return asks_to_pin(container) && !scc::effective_user(refused.pod, container);
  };
  const bool filled_in = constraint.run_as_user.type == scc::UserStrategy::must_run_as_range;
  if (filled_in && any_container(refused.pod, unset))
    notes.push_back(base::format(
        "As it is, a container that asks for IPC_LOCK (or is privileged) sets no runAsUser and gets a uid of the namespace, "
        "for "
        "which IPC_LOCK has no effect. Where it may run as root, set runAsUser: 0 in it and ask again; other ways:\n{}",
        explain(refused.ranges.assumed ? 1000 : refused.ranges.uids.min)));
  const auto is_root = [&](const PodContainer& container) {
    return scc::effective_user(refused.pod, container) == 0 && !is_privileged(container);
  };
  if (has(constraint.required_drops, "ALL") && any_container(refused.pod, is_root))
    notes.emplace_back(
        "A container that runs as root has no capabilities then but those that it adds: what it needs beside them (CHOWN, "
        "SETUID, SETGID and SYS_CHROOT for sshd) has to be in its capabilities.add before this is asked.");
}

void note_constraint(WayOut& way, const Refused& refused, const Constraint& constraint) {
  std::vector<std::string>& notes = way.constraint_notes;
  note_users(notes, refused, constraint);
  if (constraint.se_linux.type == scc::Strategy::run_as_any)
    notes.emplace_back(
        "seLinuxContext is RunAsAny, since the pod's seLinuxOptions leave out the level: with all of them written out, "
        "MustRunAs "
        "would do.");
  if (constraint.run_as_user.type == scc::UserStrategy::run_as_any)
    notes.emplace_back(
        "runAsUser is RunAsAny, since some containers set a runAsUser and others leave it to their image: with one in each of "
        "them, a range of those would do.");
  if (captures(refused, constraint)) notes.push_back(captured(refused, constraint));
  if (!refused.required.empty())
    notes.push_back(base::format("The pod's annotation openshift.io/required-scc has to name {} then.", constraint.name));
}

void note_default_account(WayOut& way, const Refused& refused) {
  if (refused.pod.service_account != "default") return;
  way.notes.push_back(
      base::format("The grant goes to the service account default, which every pod of {} has that names none: "
                   "better give this job one of its own (serviceAccountName).",
                   base::one_line(refused.verdict.space)));
}

void note_level(WayOut& way, const Verdict& verdict) {
  if (verdict.denied_by != Plugin::pod_security || !way.level_command.empty()) return;
  way.level_command = level_command(verdict, level_for(verdict.pod, verdict.rules));
}

}  // namespace

void add_grant(WayOut& way, const Refused& refused) {
  const Constraint* best = nullptr;
  for (const Constraint* constraint : refused.constraints) {
    if (!refused.required.empty() && refused.required != constraint->name) continue;
    if (std::ranges::find(refused.usable, constraint) != refused.usable.end()) continue;
    if (gives_too_much(*constraint, refused.pod) || !takes(refused, *constraint)) continue;
    if (best == nullptr || narrower(*constraint, *best)) best = constraint;
  }
  if (best == nullptr) return;
  const Verdict verdict = after_grant(refused, *best);
  if (!is_not_refused(verdict)) return;
  way.grant = best->name;
  way.commands = {grant_command(refused, best->name)};
  if (captures(refused, *best)) way.grant_notes.push_back(captured(refused, *best));
  note_default_account(way, refused);
  note_level(way, verdict);
}

void add_constraint(WayOut& way, const Refused& refused) {
  auto found = smallest(refused.pod, refused.ranges, new_name(refused));
  if (!found) {
    (found.error().of_api ? way.invalid : way.no_constraint) = found.error().why;
    return;
  }
  if (found->privileged) {
    way.no_constraint =
        "No SCC is proposed for privileged containers, which own their node. RDMA does not need that: put "
        "capabilities.add: [IPC_LOCK] and the resource of the RDMA device plugin in place of privileged: true, and ask again.";
    return;
  }
  const Constraint* other = usual(refused);
  if (other != nullptr && captures(refused, *found))
    if (const auto given = put_behind(*found, *other); given && !given->empty())
      way.constraint_notes.push_back(
          base::format("It allows {0} like {1}, though the pod does not need that: so the server tries "
                       "{1} first, and the other pods of {2} stay with that.",
                       base::joined(*given, " and "), base::one_line(other->name), account(refused)));
  std::string text = scc::manifest_of(*found);
  const base::Result<Constraint> read = read_back(text);
  if (!read) {
    const std::string& why = read.error().message;
    const std::size_t invalid = why.find(" is invalid: ");
    way.no_constraint = base::format("The API takes no SCC that would be needed for this pod: {}",
                                     invalid == std::string::npos ? why : why.substr(invalid + 13));
    return;
  }
  const Verdict verdict = after_grant(refused, *read);
  if (!takes(refused, *read) || !is_not_refused(verdict)) {
    way.no_constraint = base::format("No SCC helps: {}", verdict.message.empty() ? verdict.scc.why : verdict.message);
    return;
  }
  way.no_constraint.clear();
  way.constraint_name = read->name;
  way.constraint = std::move(text);
  way.constraint_commands = {base::format("oc apply -f {}.yaml", read->name), grant_command(refused, read->name)};
  note_constraint(way, refused, *read);
  note_level(way, verdict);
  if (!way.grant.empty()) return;
  way.commands = way.constraint_commands;
  note_default_account(way, refused);
}

}  // namespace railhead::manifest::admission
