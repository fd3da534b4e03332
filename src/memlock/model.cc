#include "memlock/model.h"

#include "base/format.h"

namespace railhead::memlock {
namespace {

using facts::Capability;

Allowance allowance(const std::optional<std::uint64_t>& limit) {
  if (!limit) return {};
  return {base::Bytes{*limit}};
}

/// Whether a capability that is not effective could still be had.
Reach beyond_effective(const facts::Process& process, Capability capability) {
  const facts::CapabilitySets& sets = *process.capabilities;
  const bool permitted = holds(sets.permitted, capability);
  if (!permitted && !holds(sets.bounding, capability)) return Reach::out_of_reach;
  if (process.initial_user_namespace.is(false)) return Reach::out_of_reach;
  if (!process.initial_user_namespace.has()) return Reach::unknown;
  if (permitted) return Reach::permitted;
  if (!process.no_new_privs.has()) return Reach::unknown;
  return *process.no_new_privs ? Reach::withheld : Reach::bounded;
}

Reach reach(const facts::Process& process, Capability capability) {
  if (!process.capabilities) return Reach::unknown;
  if (!holds(process.capabilities->effective, capability)) return beyond_effective(process, capability);
  if (!process.initial_user_namespace) return Reach::unknown;
  return *process.initial_user_namespace ? Reach::effective : Reach::inert;
}

/// True when IPC_LOCK certainly does not count, even where its reach is not known.
bool certainly_limited(const facts::Process& process, Reach ipc_lock) {
  if (ipc_lock == Reach::effective) return false;
  if (ipc_lock != Reach::unknown) return true;
  return process.capabilities.has() && !holds(process.capabilities->effective, Capability::ipc_lock);
}

std::optional<Allowance> predicted(const Model& model, bool limited) {
  if (model.ipc_lock == Reach::effective) return Allowance{};
  if (model.soft && (limited || model.soft->unlimited())) return model.soft;
  return std::nullopt;
}

std::string lacking(const facts::Process& process) {
  std::string text = "what this process can pin is not known:";
  const auto add = [&text](const char* label, const facts::Missing& missing) {
    text += base::format("{} {}: {}", text.back() == ':' ? "" : ";", label, described(missing));
  };
  if (!process.capabilities) add("capabilities", process.capabilities.missing());
  if (!process.initial_user_namespace) add("user namespace", process.initial_user_namespace.missing());
  if (!process.memlock) add("memlock limit", process.memlock.missing());
  return text;
}

std::string under_limit(const Model& model) {
  const std::string limit = text(*model.soft);
  switch (model.ipc_lock) {
    case Reach::inert:
      return "the soft memlock limit is " + limit +
             "; CAP_IPC_LOCK is shown as effective but this is not the initial user namespace, so it does not count";
    case Reach::permitted:
      return "the soft memlock limit is " + limit +
             "; CAP_IPC_LOCK is permitted but not effective, so it does not count until the program raises it";
    case Reach::bounded:
    case Reach::withheld:
      return "the soft memlock limit is " + limit + "; CAP_IPC_LOCK is only in the bounding set, so it does not count";
    default: return "the soft memlock limit is " + limit + " and CAP_IPC_LOCK is not effective";
  }
}

std::string why(const facts::Process& process, const Model& model) {
  if (!model.predicted) return lacking(process);
  if (model.ipc_lock == Reach::effective) {
    if (!model.soft || model.soft->unlimited()) return "CAP_IPC_LOCK is effective";
    return "CAP_IPC_LOCK is effective, so the memlock limit of " + text(*model.soft) + " does not count";
  }
  if (model.soft->unlimited()) return "the soft memlock limit is unlimited";
  return under_limit(model);
}

std::optional<bool> own_means(Reach reach) {
  if (reach == Reach::unknown) return std::nullopt;
  return reach == Reach::effective || reach == Reach::permitted;
}

/// Any of the ways to "no limit" settles it, whatever else is not known.
std::optional<Allowance> attainable(const Model& model) {
  const std::optional<bool> exempt = own_means(model.ipc_lock);
  if (exempt == true || model.can_raise_hard == true) return Allowance{};
  if (model.hard && model.hard->unlimited()) return Allowance{};
  if (!exempt || !model.can_raise_hard) return std::nullopt;
  return model.hard;
}

}  // namespace

std::string text(const Allowance& allowance) { return allowance.limit ? base::exact(*allowance.limit) : "no limit"; }

Model model(const facts::Process& process, const facts::Memory& memory) {
  Model result;
  result.ipc_lock = reach(process, Capability::ipc_lock);
  result.sys_resource = reach(process, Capability::sys_resource);
  if (process.memlock) {
    result.soft = allowance(process.memlock->soft);
    result.hard = allowance(process.memlock->hard);
    result.can_raise_soft = !result.soft->unlimited() && *result.soft != *result.hard;
  }
  result.predicted = predicted(result, certainly_limited(process, result.ipc_lock));
  result.can_raise_hard = own_means(result.sys_resource);
  result.attainable = attainable(result);
  result.why = why(process, result);
  if (memory.cgroup) result.group = Allowance{memory.cgroup->limit};
  return result;
}

}  // namespace railhead::memlock
