#include <algorithm>

#include "facts/cluster/cluster.h"
#include "finding/declared/memlock.h"

namespace railhead::check {
namespace {

/// A command that writes limits for logins, of which a container has none: "echo '* - memlock unlimited' >> limits.conf".
const facts::ShellCommand* writes_limits_file(const facts::DeclaredContainer& container) {
  const auto found = std::ranges::find_if(container.script, [](const facts::ShellCommand& command) {
    return std::ranges::any_of(command.words, [](const facts::ShellWord& word) {
      return word.text.find("memlock") != std::string::npos && word.text.find("hard") != std::string::npos;
    });
  });
  return found == container.script.end() ? nullptr : &*found;
}

std::optional<Finding> judge(const Declared& one) {
  if (!one.container.init || one.container.sidecar) return std::nullopt;
  const std::vector<MemlockRaise> raises = memlock_raises(one.container);
  const facts::ShellCommand* command = raises.empty() ? writes_limits_file(one.container) : &raises.front().command;
  if (command == nullptr) {
    if (one.container.script.empty()) return std::nullopt;
    return ok(one.subject(), "raises no limit that would end with it", {{"its command", one.container.source}});
  }
  return violated(Severity::error, one.subject(),
                  base::format("'{}' changes nothing for the containers that come after: limits belong to a process and those "
                               "that it starts",
                               written(*command)),
                  {shown(*command)});
}

std::vector<Finding> rule(const Input& input) { return each_declared(input, judge); }

}  // namespace

Check k8s_ulimit_in_init_container() {
  return {.title = "An init container raises a limit for others, who do not get it",
          .severity = Severity::error,
          .cause =
              "A limit belongs to a process and goes to its children alone (getrlimit(2)). Each container is started by the "
              "runtime with the runtime's limits; limits.conf is read at logins, of which there are none.",
          .fix = "# in the container that uses RDMA, as root:\nsecurityContext:\n  capabilities:\n    add: [IPC_LOCK]",
          .rule = rule};
}

}  // namespace railhead::check
