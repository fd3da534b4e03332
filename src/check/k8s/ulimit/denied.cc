#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/memlock.h"

namespace railhead::check {
namespace {

/// Why SYS_RESOURCE is missing or does not count, with what says so.
std::string why_not(const Declared& one, Evidences& evidence) {
  const facts::Placed* capability = added(one.container, "SYS_RESOURCE");
  if (capability == nullptr) {
    evidence.push_back({"no SYS_RESOURCE among its capabilities", one.container.source});
    return "without SYS_RESOURCE";
  }
  evidence.push_back({"adds " + capability->text, capability->source});
  if (one.pod.host_users.is(false)) {
    evidence.push_back(seen(one.pod.host_users, "hostUsers: false"));
    return "in a user namespace, where SYS_RESOURCE does not count,";
  }
  runs_as_other_user(one.container, evidence);
  return "as a user other than root, for whom SYS_RESOURCE has no effect,";
}

/// IPC_LOCK that counts makes the limit of no matter, and the command needless.
bool is_needless(const Declared& one) {
  Evidences unused;
  return added(one.container, "IPC_LOCK") != nullptr && !runs_as_other_user(one.container, unused) &&
         !one.pod.host_users.is(false);
}

/// "set -e", "set -euo pipefail", "set -o errexit"
bool exits_on_failure(const facts::ShellCommand& command) {
  return command.name() == "set" && std::ranges::any_of(command.words, [](const facts::ShellWord& word) {
           return word.text == "errexit" || (word.text.starts_with('-') && word.text.find('e') != std::string::npos);
         });
}

/// True where nothing behind the command runs when it is refused: && or set -e, or prlimit that starts the program itself.
bool ends_with_it(const facts::DeclaredContainer& container, const facts::ShellCommand& command) {
  if (command.joined == facts::Joined::and_then || command.joined == facts::Joined::or_else) return true;
  const bool of_process = std::ranges::any_of(
      command.words, [](const facts::ShellWord& word) { return word.text == "-p" || word.text.starts_with("--pid"); });
  const bool starts = command.name() != "ulimit" && !of_process && !command.words.back().text.starts_with('-');
  return starts || std::ranges::any_of(container.script, exits_on_failure);
}

std::string fix_of(const Declared& one, const MemlockRaise& raise) {
  if (is_needless(one))
    return base::format("Remove it: {}  # IPC_LOCK alone lets the container pin memory, whatever ulimit -l says",
                        written(raise.command));
  if (added(one.container, "SYS_RESOURCE") == nullptr)
    return base::format(
        "# in container {}, in place of raising the limit:\nsecurityContext:\n  capabilities:\n    add: [IPC_LOCK]  # "
        "counts for root alone",
        base::one_line(one.container.name));
  return "railhead memlock explain --uid 1000 --caps SYS_RESOURCE  # the ways that are left";
}

std::optional<Finding> judge(const Declared& one) {
  if (one.container.init) return std::nullopt;
  const std::vector<MemlockRaise> raises = memlock_raises(one.container);
  const auto raise = std::ranges::find(raises, false, &MemlockRaise::ignored);
  if (raise == raises.end()) return std::nullopt;
  Evidences evidence = {shown(raise->command)};
  if (may_raise_limits(one)) return ok(one.subject(), "raises its memlock limit, and may", evidence);
  if (!one.container.whole || raised_from_outside(one)) return std::nullopt;
  const std::string why = why_not(one, evidence);
  const bool ends = ends_with_it(one.container, raise->command);
  const bool needless = is_needless(one);
  return violated(needless && !ends ? Severity::info : Severity::warning, one.subject(),
                  base::format("'{}' {} is refused (EPERM), unless the node's limit is as high already{}{}",
                               written(raise->command), why, ends ? ", and the job does not start" : "",
                               needless ? "; IPC_LOCK does not allow it, and makes it needless" : ""),
                  evidence, fix_of(one, *raise));
}

std::vector<Finding> rule(const Input& input) { return each_declared(input, judge); }

}  // namespace

Check k8s_ulimit_denied() {
  return {
      .title = "A command raises the memlock limit without the right to",
      .severity = Severity::warning,
      .cause =
          "Raising the hard limit needs SYS_RESOURCE, effective and in the user namespace of the node. IPC_LOCK pins memory "
          "past the limit and does not allow to change it (setrlimit(2), capabilities(7)).",
      .fix = "securityContext:\n  capabilities:\n    add: [IPC_LOCK]  # as root; no ulimit is needed then",
      .rule = rule};
}

}  // namespace railhead::check
