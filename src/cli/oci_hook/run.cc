#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "base/format.h"
#include "base/text.h"
#include "cli/oci_hook/oci_hook.h"
#include "cli/oci_hook/streams.h"
#include "nri/hook/hook.h"
#include "nri/plugin/log/line.h"
#include "nri/plugin/log/told.h"
#include "nri/plugin/policy_file.h"
#include "nri/policy/read.h"
#include "sys/self/privilege.h"

namespace railhead::cli {
namespace {

using nri::Decision;
using nri::Hooked;
using nri::Line;
using nri::Outcome;
using Time = std::chrono::steady_clock;

// The runtime's own limit is longer (nri::kHookSeconds), and it fails the container.
constexpr unsigned kSeconds = 2;
constexpr std::chrono::milliseconds kStdinTime{1500};
constexpr std::size_t kMostSaid = 2000;
constexpr unsigned kSysResource = 24;  // linux/capability.h

/// The time is up: what hangs (a file system) hangs no container.
void end_open(int /*signal*/) {
  constexpr std::string_view kSaid = "railhead oci-hook: not done within 2 s and given up; the container starts\n";
  static_cast<void>(::write(STDERR_FILENO, kSaid.data(), kSaid.size()));
  ::_exit(0);
}

void limit_time() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGALRM, end_open);
  sigset_t set{};
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
  ::alarm(kSeconds);
}

nri::Machine this_machine() {
  const sys::Outcome<sys::OwnCapabilities> own = sys::own_capabilities();
  return {.read = [](const std::string& path) { return nri::read_file(path, nri::kMostConfig); },
          .sight = nri::sight_of,
          .limiter = [](std::int64_t pid) { return nri::limiter_of(static_cast<pid_t>(pid)); },
          .may_raise = own && ((own->effective >> kSysResource) & 1U) != 0,
          .node = {.memory = nri::node_memory()}};
}

base::Result<nri::Policy> policy_of(const HookOptions& options) {
  if (!options.has_policy) return nri::default_policy();
  const base::Result<std::string> text = nri::read_file(options.policy, nri::kMostPolicy);
  if (!text) return std::unexpected(text.error());
  return nri::read_policy(*text, options.policy);
}

base::Result<std::optional<Hooked>> hooked(const HookOptions& options) {
  if (!options.unknown.empty())
    return std::unexpected(
        base::Error{.code = base::Code::usage,
                    .message = base::format("oci-hook knows no '{}'", base::one_line(options.unknown.front().substr(0, 80))),
                    .suggestion = "Write the hook's file anew with 'railhead oci-hook render'."});
  const base::Result<nri::Policy> policy = policy_of(options);
  if (!policy) return std::unexpected(policy.error());
  const base::Result<std::string> state = read_stdin_within(kStdinTime, nri::kMostState);
  if (!state) return std::unexpected(state.error());
  return nri::run_hook(*policy, *state, this_machine(), options.audit);
}

void say(const std::string& sentence) {
  static_cast<void>(print_note("railhead oci-hook: " + base::one_line(sentence) + "\n"));
}

/// The log's file may be missing or full; that is said and holds up nothing.
void append_to_log(const HookOptions& options, const Line& line) {
  if (options.log.empty()) return;
  if (const auto done = append_line(options.log, line.whole()); !done)
    say(base::format("{}: {}", done.error().message, done.error().cause));
}

/// A policy's problems stand one a line; the runtime's log gets them in one.
std::string in_one_line(const base::Error& error) {
  std::vector<std::string> lines;
  for (const std::string_view line : base::lines(error.message)) lines.emplace_back(line);
  std::string said = base::joined(lines, "; ");
  if (!error.cause.empty()) said += ": " + error.cause;
  return base::one_line(said.substr(0, kMostSaid));
}

void tell_failure(const HookOptions& options, const base::Error& error) {
  const std::string said = in_one_line(error);
  say(base::format("{}; the container keeps the limits it has{}{}", said, error.suggestion.empty() ? "" : ". ",
                   error.suggestion));
  append_to_log(options, Line("error", "failed")
                             .text("problem", said, kMostSaid)
                             .text("suggestion", error.suggestion)
                             .flag("audit", options.audit));
}

std::string name_of(const nri::Subject& subject) {
  if (subject.container.empty()) return "container " + subject.container_id;
  return base::format("container {} of pod {}/{}", subject.container, subject.space, subject.pod);
}

/// What somebody who looks into the runtime's log should find; nothing where all went as it should.
void tell(const HookOptions& options, const Hooked& hooked, std::chrono::nanoseconds took) {
  const Decision& decision = hooked.decision;
  const std::string about = base::format("{}: ", name_of(hooked.origin.subject));
  if (decision.outcome != Outcome::set && decision.outcome != Outcome::kept)
    say(base::format("{}{}: {}{}", about, nri::name(decision.outcome), base::joined(decision.reasons, "; "),
                     options.audit ? " (audit)" : ""));
  std::vector<std::string> problems;
  std::vector<std::string> notes;
  for (const nri::Setting& setting : hooked.settings) {
    for (const std::string& text : {setting.problem, setting.note})
      if (!text.empty()) say(about + text);
    if (!setting.problem.empty()) problems.push_back(setting.problem);
    if (!setting.note.empty()) notes.push_back(setting.note);
  }
  Line line = nri::decision_line(hooked.origin.subject, decision, options.audit, took);
  line.flag("applied", !hooked.settings.empty() && problems.empty())
      .text("runtime", nri::name(hooked.origin.maker))
      .texts("problems", problems)
      .texts("notes", notes);
  append_to_log(options, line);
}

}  // namespace

Exit run_oci_hook(const HookOptions& options) {
  if (::isatty(STDIN_FILENO) == 1)
    return report_error({.code = base::Code::usage,
                         .message = "oci-hook is run by a container runtime, which writes the container's state to its stdin",
                         .suggestion = "'railhead oci-hook render' writes the file that has CRI-O or Podman run it."},
                        {});
  limit_time();
  const Time::time_point start = Time::now();
  const base::Result<std::optional<Hooked>> done = hooked(options);
  if (!done) {
    tell_failure(options, done.error());
    return Exit::ok;
  }
  if (!*done) return Exit::ok;
  tell(options, **done, Time::now() - start);
  return (*done)->decision.outcome == Outcome::rejected && !options.audit ? Exit::findings : Exit::ok;
}

}  // namespace railhead::cli
