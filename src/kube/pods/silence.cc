#include "kube/pods/silence.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace railhead::kube {
namespace {

bool has_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

/// The first line, without what kubectl says of the exit status behind it.
std::string first_line(std::string_view said) {
  for (const std::string_view line : base::lines(said))
    if (!base::trimmed(line).empty()) return base::one_line(line.substr(0, 300));
  return {};
}

}  // namespace

/// Texts: runc and crun (exec failed), containerd and CRI-O around them, kubelet and kubectl.
bool is_without_program(const sys::Ending& ending) {
  if (ending.code == 127) return true;
  return has_any(ending.said, {"no such file or directory", "executable file not found", "executable file `",
                               "not found in $PATH", "No such file or directory"}) &&
         has_any(ending.said, {"exec failed", "OCI runtime", "executable file", "starting container process", "railhead"});
}

bool is_older(const sys::Ending& ending) {
  return has_any(ending.said, {"was not expected: --ranks", "was not expected: --counters"});
}

Reply silent(const sys::Ending& ending, std::chrono::milliseconds limit) {
  Reply reply;
  if (ending.timed_out) {
    reply.silence = Silence::timeout;
    reply.why = base::format("did not answer within {} s", static_cast<double>(limit.count()) / 1000);
    return reply;
  }
  const Failure failure = failure_of(ending.said);
  reply.why = first_line(failure.said);
  if (has_any(ending.said, {"container not found", "cannot exec into", "\" not found", "is not running", "exit code 137",
                            "unexpected EOF", "is terminated"}))
    reply.silence = Silence::gone;
  if (failure.trouble == Trouble::forbidden || failure.trouble == Trouble::denied) {
    reply.silence = Silence::refused;
    reply.failure = failure;
  }
  if (reply.why.empty()) reply.why = base::format("the call into it ended with exit status {}", ending.code);
  return reply;
}

std::string why_copy_failed(const sys::Ending& ending) {
  if (has_any(ending.said, {"\"sh\"", "`sh`", "/bin/sh"}) && is_without_program(ending))
    return "has no railhead, and no shell to copy it with";
  if (has_any(ending.said, {"GLIBC_", "GLIBCXX_"}))
    return "has no railhead, and its libc is too old to run a copy (glibc 2.34 is needed)";
  if (has_any(ending.said, {"Exec format error", "exec format error"}))
    return "has no railhead, and is of another architecture than this machine: a copy does not run there";
  if (ending.code == 127 || has_any(ending.said, {": not found"}))
    return "has no railhead, and a copy does not run there: its libc is not glibc (musl, as in Alpine)";
  if (ending.code == 126) return "has no railhead, and may run no copy: its writable folders are mounted noexec";
  if (ending.code == 73 || ending.code == 74) return "has no railhead, and no folder that a copy can be written to";
  return {};
}

}  // namespace railhead::kube
