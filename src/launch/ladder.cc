#include "launch/ladder.h"

#include "base/format.h"
#include "memlock/after_exec.h"

namespace railhead::launch {
namespace {

using facts::Capability;
using memlock::Allowance;
using memlock::Reach;

std::uint64_t bit(Capability capability) { return std::uint64_t{1} << static_cast<unsigned>(capability); }

bool is_had(Reach reach) { return reach == Reach::effective || reach == Reach::permitted; }

bool has_permitted(const facts::Process& process, Capability capability) {
  return process.capabilities && holds(process.capabilities->permitted, capability);
}

/// What the steps make of this process, before execve.
facts::Process changed(const facts::Process& process, const Steps& steps) {
  facts::Process after = process;
  if (steps.limit) after.memlock = {*steps.limit, process.memlock.source()};
  if (steps.user) {
    after.uid = {steps.user->uid, "--user"};
    after.gid = {steps.user->gid, "--user"};
    after.groups = {steps.user->groups, "--user"};
  }
  if (!process.capabilities) return after;
  facts::CapabilitySets sets = *process.capabilities;
  // Leaving uid 0 clears these three (capabilities(7), "Effect of user ID changes"); inheritable stays, which is no use to a
  // plain file of another user, and is emptied all the same.
  if (steps.user && steps.user->uid != 0) sets.permitted = sets.effective = sets.ambient = sets.inheritable = 0;
  if (steps.drop_sys_resource)
    for (std::uint64_t* set : {&sets.effective, &sets.permitted, &sets.inheritable, &sets.ambient})
      *set &= ~bit(Capability::sys_resource);
  if (steps.drop_from_bounding) sets.bounding &= ~bit(Capability::sys_resource);
  if (steps.ambient_ipc_lock)
    for (std::uint64_t* set : {&sets.effective, &sets.permitted, &sets.inheritable, &sets.ambient})
      *set |= bit(Capability::ipc_lock);
  after.capabilities = {sets, process.capabilities.source()};
  return after;
}

facts::Process program_of(const facts::Process& process, const Steps& steps) {
  return memlock::after_exec(changed(process, steps));
}

std::optional<bool> covers(const memlock::Model& model, const Allowance& asked) {
  if (!model.predicted) return std::nullopt;
  return model.predicted->unlimited() || (asked.limit && model.predicted->covers(*asked.limit));
}

bool is_within(const Allowance& limit, const Allowance& asked) {
  return limit.unlimited() || (asked.limit && limit.covers(*asked.limit));
}

std::optional<std::uint64_t> number(const Allowance& allowance) {
  return allowance.limit ? std::optional(allowance.limit->value) : std::nullopt;
}

/// Rungs 1 to 5 for a process whose limits are known.
void climb_limits(const facts::Process& process, const memlock::Model& now, const Wishes& wishes, Steps& steps) {
  const memlock::Model without = memlock::model(program_of(process, steps), {});
  if (without.ipc_lock == Reach::effective || (now.soft && is_within(*now.soft, wishes.memlock))) return;
  if (now.hard && is_within(*now.hard, wishes.memlock)) {
    steps.limit = facts::Limit{number(wishes.memlock), number(*now.hard)};
  } else if (is_had(now.sys_resource)) {
    steps.limit = facts::Limit{number(wishes.memlock), number(wishes.memlock)};
    steps.use_sys_resource = true;
  } else if (is_had(now.ipc_lock)) {
    steps.ambient_ipc_lock = true;
  } else if (now.hard && now.soft && *now.soft != *now.hard) {
    steps.limit = facts::Limit{number(*now.hard), number(*now.hard)};
  }
}

/// uid 0 takes capabilities back from the bounding set at execve, so that dropping them elsewhere is not enough.
base::Result<void> plan_drop(const facts::Process& process, const Wishes& wishes, Ladder& ladder) {
  Steps& steps = ladder.steps;
  const bool wanted = wishes.drop_caps.value_or(steps.use_sys_resource);
  if (!wanted || !process.capabilities) return {};
  steps.drop_sys_resource = true;
  if (!holds(program_of(process, steps).capabilities->permitted, Capability::sys_resource)) return {};
  if (has_permitted(process, Capability::setpcap)) {
    steps.drop_from_bounding = true;
    return {};
  }
  const std::string reason = "uid 0 gets CAP_SYS_RESOURCE back from the bounding set, and dropping it there takes CAP_SETPCAP";
  if (wishes.drop_caps == true)
    return std::unexpected(base::Error{.code = base::Code::denied,
                                       .message = "--drop-caps: the program would keep CAP_SYS_RESOURCE",
                                       .cause = reason,
                                       .suggestion = "Add SETPCAP to the container's capabilities, or use --no-drop-caps."});
  ladder.notes.push_back("the program keeps CAP_SYS_RESOURCE: " + reason);
  return {};
}

bool is_self(const facts::Process& process, const Identity& user) {
  return process.uid.is(user.uid) && process.gid.is(user.gid) && process.groups && *process.groups == user.groups;
}

base::Result<void> plan_user(const facts::Process& process, const Wishes& wishes, Steps& steps) {
  if (!wishes.user || is_self(process, *wishes.user)) return {};
  const bool able = has_permitted(process, Capability::setuid) && has_permitted(process, Capability::setgid);
  if (!able)
    return std::unexpected(
        base::Error{.code = base::Code::denied,
                    .message = base::format("cannot become uid {}: that takes CAP_SETUID and CAP_SETGID", wishes.user->uid),
                    .cause = process.uid ? base::format("this is uid {} without them", *process.uid) : "",
                    .suggestion = "Start the container as root (runAsUser: 0) with SETUID and SETGID, or leave --user out."});
  steps.user = wishes.user;
  return {};
}

void note_shortfall(const memlock::Model& now, const Wishes& wishes, Ladder& ladder) {
  if (wishes.keep_limit || ladder.reached != false) return;
  const std::string asked = wishes.memlock.unlimited() ? "without limit" : base::exact(*wishes.memlock.limit);
  ladder.notes.push_back(base::format("the program can pin {} and not {}, as asked: {}", text(*ladder.model.predicted), asked,
                                      now.predicted ? ladder.model.why : now.why));
}

void note_group(Ladder& ladder) {
  const memlock::Model& model = ladder.model;
  if (!model.group || !model.group->limit || !model.predicted ||
      (model.predicted->limit && *model.predicted->limit <= *model.group->limit))
    return;
  ladder.notes.push_back(
      base::format("pinned memory counts against the memory limit of the container: past {} it is killed, not refused",
                   base::rounded(*model.group->limit)));
}

}  // namespace

base::Result<Ladder> climb(const facts::Process& process, const facts::Memory& memory, const Wishes& wishes) {
  Ladder ladder;
  const memlock::Model now = memlock::model(process, memory);
  if (auto user = plan_user(process, wishes, ladder.steps); !user) return std::unexpected(user.error());
  if (!wishes.keep_limit) climb_limits(process, now, wishes, ladder.steps);
  if (wishes.keep_ipc_lock) {
    const bool natural = memlock::model(program_of(process, ladder.steps), {}).ipc_lock == Reach::effective;
    if (!natural && is_had(now.ipc_lock)) ladder.steps.ambient_ipc_lock = true;
    if (!natural && !is_had(now.ipc_lock)) ladder.notes.push_back("--keep-ipc-lock: there is no CAP_IPC_LOCK here to keep");
  }
  if (auto drop = plan_drop(process, wishes, ladder); !drop) return std::unexpected(drop.error());
  ladder.program = program_of(process, ladder.steps);
  ladder.model = memlock::model(ladder.program, memory);
  ladder.reached = covers(ladder.model, wishes.keep_limit ? Allowance{base::Bytes{0}} : wishes.memlock);
  note_shortfall(now, wishes, ladder);
  note_group(ladder);
  return ladder;
}

std::vector<std::string> described(const Steps& steps, const facts::Process& process) {
  std::vector<std::string> lines;
  if (steps.limit) {
    const auto words = [](const std::optional<std::uint64_t>& limit) {
      return limit ? base::exact(base::Bytes{*limit}) : "no limit";
    };
    const std::string from = process.memlock ? base::format(" from {}", words(process.memlock->soft)) : "";
    lines.push_back(base::format("raise the memlock limit{} to {}{}", from, words(steps.limit->soft),
                                 steps.use_sys_resource ? " (with CAP_SYS_RESOURCE)" : " (the hard limit allows it)"));
  }
  if (steps.drop_sys_resource)
    lines.push_back(base::format("drop CAP_SYS_RESOURCE{}", steps.drop_from_bounding ? ", from the bounding set too" : ""));
  if (steps.user) {
    const std::string name = steps.user->name.empty() ? "" : base::format(" ({})", steps.user->name);
    lines.push_back(base::format("become uid {}{}, gid {}", steps.user->uid, name, steps.user->gid));
  }
  if (steps.ambient_ipc_lock) lines.push_back("make CAP_IPC_LOCK ambient, so that the program has it");
  return lines;
}

}  // namespace railhead::launch
