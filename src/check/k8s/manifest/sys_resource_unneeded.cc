#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/memlock.h"

namespace railhead::check {
namespace {

/// What may use SYS_RESOURCE out of sight: a script of the image, a shell for people, a program that raises limits itself.
bool may_use_it(const facts::ShellCommand& command) {
  constexpr std::string_view kUses[] = {"ulimit", "prlimit", "setrlimit", "choom", "setquota", "railhead", "limits"};
  constexpr std::string_view kOpen[] = {"sleep", "tail", "source", ".", "sshd", "/usr/sbin/sshd"};
  if (std::ranges::find(kOpen, std::string_view(command.name())) != std::end(kOpen)) return true;
  return std::ranges::any_of(command.words, [&](const facts::ShellWord& word) {
    return word.text.find(".sh") != std::string::npos ||
           std::ranges::any_of(kUses, [&](std::string_view use) { return word.text.find(use) != std::string::npos; });
  });
}

std::optional<Finding> judge(const Declared& one) {
  const auto capability = std::ranges::find(one.container.security.capabilities, "SYS_RESOURCE", &facts::Placed::text);
  if (capability == one.container.security.capabilities.end()) return std::nullopt;
  Evidences evidence = {{"adds SYS_RESOURCE", capability->source}};
  const auto user = std::ranges::find_if(one.container.script, may_use_it);
  if (user != one.container.script.end()) {
    evidence.push_back(shown(*user));
    return ok(one.subject(), "adds SYS_RESOURCE, and something may use it", evidence);
  }
  if (!one.container.whole || one.container.script.empty()) return std::nullopt;  // the image's own command may
  evidence.push_back({"its command raises no limit", one.container.script.front().source});
  const bool locks = added(one.container, "IPC_LOCK") != nullptr;
  return violated(Severity::info, one.subject(),
                  base::format("adds SYS_RESOURCE and raises no limit{}: the capability alone changes none",
                               locks ? "; IPC_LOCK beside it is what pins memory" : ""),
                  evidence,
                  locks ? "" : "securityContext:\n  capabilities:\n    add: [IPC_LOCK]  # in place of SYS_RESOURCE, as root");
}

std::vector<Finding> rule(const Input& input) { return each_declared(input, judge); }

}  // namespace

Check k8s_manifest_sys_resource_unneeded() {
  return {
      .title = "A container may raise its limits and does not",
      .severity = Severity::info,
      .cause =
          "SYS_RESOURCE allows a process to raise its limits, and does nothing until one does. It passes other limits of the "
          "node too (quotas, reserved disk space), so that few clusters let it through.",
      .fix = "Leave SYS_RESOURCE out of securityContext.capabilities.add",
      .rule = rule};
}

}  // namespace railhead::check
