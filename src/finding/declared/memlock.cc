#include "finding/declared/memlock.h"

#include <algorithm>
#include <ranges>

#include "facts/cluster/cluster.h"
#include "finding/declared/asked_limits.h"

namespace railhead::check {
namespace {

bool is_unlimited(std::string_view value) { return value == "unlimited" || value == "-1" || value == "infinity"; }

/// `ulimit -l` with a value raises both limits unless -S stands with it. A number may be below the limit there is; what a
/// command works out, mostly from `ulimit -H`, as well.
bool is_raising_ulimit(const facts::ShellCommand& command) {
  bool locked = false;
  bool soft = false;
  bool hard = false;
  for (std::size_t at = command.program + 1; at < command.words.size(); ++at) {
    const std::string& word = command.words[at].text;
    if (word.starts_with('-') && word != "-1") {
      locked = locked || word.find('l') != std::string::npos;
      soft = soft || word.find('S') != std::string::npos;
      hard = hard || word.find('H') != std::string::npos;
    } else {
      return locked && (hard || !soft) && is_unlimited(word);
    }
  }
  return false;
}

/// The value of --memlock=SOFT:HARD or -lSOFT:HARD; the hard part counts.
bool is_raising_prlimit(const facts::ShellCommand& command) {
  for (std::string_view word : command.words | std::views::transform(&facts::ShellWord::text)) {
    if (word.starts_with("--memlock="))
      word.remove_prefix(10);
    else if (word.starts_with("-l"))
      word.remove_prefix(word.starts_with("-l=") ? 3 : 2);
    else
      continue;
    return is_unlimited(word.substr(word.find(':') + 1));  // npos + 1 is 0
  }
  return false;
}

std::string_view program(const facts::ShellCommand& command) {
  const std::string_view name = command.name();
  return name.substr(name.rfind('/') + 1);
}

bool is_raise(const facts::ShellCommand& command) {
  if (command.tested) return false;
  if (command.name() == "ulimit") return is_raising_ulimit(command);
  return program(command) == "prlimit" && is_raising_prlimit(command);
}

bool gives_up(const facts::ShellCommand& command) {
  return command.name() == "exit" || command.name() == "return" || command.name() == "false" || command.name() == "kill";
}

/// "|| true" and the like, or stderr thrown away and no && behind it.
bool is_ignored(const std::vector<facts::ShellCommand>& script, std::size_t at) {
  if (script[at].joined == facts::Joined::and_then) return false;
  if (script[at].joined != facts::Joined::or_else) return script[at].silent;
  for (std::size_t next = at + 1; next < script.size() && script[next].conditional; ++next)
    if (gives_up(script[next])) return false;
  return true;
}

}  // namespace

std::vector<MemlockRaise> memlock_raises(const facts::DeclaredContainer& container) {
  std::vector<MemlockRaise> found;
  for (std::size_t at = 0; at < container.script.size(); ++at)
    if (is_raise(container.script[at])) found.push_back({container.script[at], is_ignored(container.script, at)});
  return found;
}

const facts::ShellCommand* launcher_of(const facts::DeclaredContainer& container) {
  const auto found = std::ranges::find_if(container.script, [](const facts::ShellCommand& command) {
    return program(command) == "railhead" && command.has("exec");
  });
  return found == container.script.end() ? nullptr : &*found;
}

bool may_raise_limits(const Declared& one) {
  Evidences unused;
  const bool given = added(one.container, "SYS_RESOURCE") != nullptr || is_privileged(one.container);
  return given && !runs_as_other_user(one.container, unused) && !one.pod.host_users.is(false);
}

std::optional<Evidence> raised_from_outside(const Declared& one) {
  if (one.container.security.memlock)
    return seen(one.container.security.memlock, "securityContext.ulimits: memlock " + *one.container.security.memlock);
  if (const auto asked = memlock_asked(one))
    return Evidence{base::format("annotation {} asks for memlock {}", asked->annotation.name, asked->amount),
                    asked->annotation.source};
  for (const facts::Annotation& annotation : one.pod.annotations) {
    if (annotation.name.starts_with("io.kubernetes.cri-o.")) continue;  // nothing reads it
    if (asks_plugins(annotation)) continue;                             // of another container, or not to be read
    const std::size_t dot = annotation.name.rfind("/container.");
    const bool of_this = dot == std::string::npos || annotation.name.substr(dot + 11) == one.container.name;
    const bool speaks = base::lowered(annotation.name + annotation.value).find("memlock") != std::string::npos;
    if (of_this && speaks) return Evidence{"annotation " + annotation.name, annotation.source};
  }
  return std::nullopt;
}

bool wants_rdma(const facts::DeclaredContainer& container, const facts::Cluster& cluster) {
  return infiniband_mount(container) != nullptr || !rdma_asked(container, cluster).empty();
}

std::string written(const facts::ShellCommand& command) {
  std::string text;
  for (const facts::ShellWord& word : command.words) {
    if (text.size() > 100) return text.substr(0, 100) + "...";
    text += (text.empty() ? "" : " ") + base::one_line(word.text.substr(0, 120));
  }
  return text;
}

Evidence shown(const facts::ShellCommand& command) {
  const std::string where = command.line > 1 ? base::format("line {} of its script", command.line) : "its command";
  return {base::format("{}: {}", where, written(command)), command.source};
}

}  // namespace railhead::check
