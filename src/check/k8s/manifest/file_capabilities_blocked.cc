#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/memlock.h"

namespace railhead::check {
namespace {

/// "setcap cap_ipc_lock+ep FILE"
const facts::ShellCommand* sets_capability(const facts::DeclaredContainer& container) {
  const auto found = std::ranges::find_if(container.script, [](const facts::ShellCommand& command) {
    return std::ranges::any_of(command.words, [](const facts::ShellWord& word) { return word.text.ends_with("setcap"); });
  });
  return found == container.script.end() ? nullptr : &*found;
}

/// The launcher, where it is to hand on a capability that the container adds. It does other things too, and nothing of it is
/// needed where the limit is set from outside.
const facts::ShellCommand* launcher_with_capability(const Declared& one) {
  const bool adds = added(one.container, "IPC_LOCK") != nullptr || added(one.container, "SYS_RESOURCE") != nullptr;
  return adds && !raised_from_outside(one) ? launcher_of(one.container) : nullptr;
}

std::optional<Finding> judge(const Declared& one) {
  Evidences user;
  const bool other = runs_as_other_user(one.container, user);
  const facts::ShellCommand* command = other ? launcher_with_capability(one) : nullptr;
  if (command == nullptr) command = sets_capability(one.container);
  if (command == nullptr || !one.container.security.privilege_escalation) return std::nullopt;
  const bool allowed = *one.container.security.privilege_escalation;
  Evidences evidence = {shown(*command), seen(one.container.security.privilege_escalation,
                                              allowed ? "allowPrivilegeEscalation: true" : "allowPrivilegeEscalation: false")};
  evidence.insert(evidence.end(), user.begin(), user.end());
  if (allowed) return ok(one.subject(), "capabilities of program files count in it", evidence);
  return violated(other ? Severity::error : Severity::warning, one.subject(),
                  base::format("'{}' rests on capabilities of a program file, which give nothing under "
                               "allowPrivilegeEscalation: false",
                               written(*command)),
                  evidence);
}

std::vector<Finding> rule(const Input& input) { return each_declared(input, judge); }

}  // namespace

Check k8s_manifest_file_capabilities_blocked() {
  return {.title = "Capabilities of program files are switched off in a container that rests on them",
          .severity = Severity::error,
          .cause =
              "allowPrivilegeEscalation: false sets no_new_privs, under which execve(2) grants nothing from a file's "
              "capabilities. A user other than root has no other way to the capabilities of its container.",
          .fix = "securityContext:\n  allowPrivilegeEscalation: true  # no_new_privs is off then, and file capabilities count",
          .rule = rule};
}

}  // namespace railhead::check
