#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "facts/cluster/quantity.h"
#include "manifest/edit/words.h"
#include "manifest/inject/target.h"

namespace railhead::manifest {
namespace {

constexpr const char* kAdjuster = "ulimits.noderesource.dev/container.";
/// The others that `railhead nri` reads: for a container, and for all of the pod.
constexpr std::array<const char*, 2> kOthers = {"memlock.railhead.dev/container.", "ulimits.nri.containerd.io/container."};
constexpr const char* kWholePod = "memlock.railhead.dev/pod";
constexpr const char* kNoLimit = "18446744073709551615";  // RLIM_INFINITY

std::string without_cap(std::string_view name) { return std::string(name.starts_with("CAP_") ? name.substr(4) : name); }

base::Result<void> add_capability(const Target& target, const Value& container, const char* name) {
  if (has_capability(container, name)) {
    target.note(Outcome::kept, subject_of(container), base::format("has {} already", name),
                container["securityContext"].line());
    return {};
  }
  const auto context = target.draft.collection(container, "securityContext", NodeKind::mapping);
  if (!context) return std::unexpected(context.error());
  const auto capabilities = target.draft.collection(*context, "capabilities", NodeKind::mapping);
  if (!capabilities) return std::unexpected(capabilities.error());
  const auto added = target.draft.collection(*capabilities, "add", NodeKind::sequence);
  if (!added) return std::unexpected(added.error());
  target.note(Outcome::added, subject_of(container), base::format("capability {}", name));
  return target.draft.append(*added, word(name));
}

/// The way works for root in the initial user namespace alone (docs/memlock.md).
bool is_for_root(MemlockWay way) { return way == MemlockWay::ipc_lock || way == MemlockWay::sys_resource; }

/// Why the way would do nothing for this container; empty: it will do.
std::string why_inert(const Target& target, const Value& container) {
  const MemlockWay way = target.wishes.memlock;
  if (way == MemlockWay::nri || way == MemlockWay::native) return {};
  if (target.found.spec["hostUsers"].boolean() == false)
    return "hostUsers: false gives the pod a user namespace of its own, where no capability counts against the locked-memory "
           "limit; "
           "use --memlock-via nri, or leave hostUsers out";
  const std::string user = other_user(target, container);
  if (is_for_root(way) && !user.empty())
    return base::format(
        "it runs as {}, for whom a capability is granted and not effective; use --memlock-via nri or launcher, or "
        "let it start as root",
        user);
  if (way == MemlockWay::launcher && !user.empty() &&
      container["securityContext"]["allowPrivilegeEscalation"].boolean() == false)
    return "allowPrivilegeEscalation: false takes the launcher its file capabilities; use --memlock-via nri, or allow it";
  return {};
}

/// The annotation that asks for the container's limits already, its name; empty where none does.
std::string asking(const Value& annotations, const std::string& container) {
  std::vector<std::string> keys = {kAdjuster + container};
  for (const char* other : kOthers) keys.push_back(other + container);
  keys.emplace_back(kWholePod);
  const auto found = std::ranges::find_if(keys, [&](const std::string& key) { return annotations[key].view().has_value(); });
  return found == keys.end() ? std::string() : *found;
}

/// As the annotation of the ulimit-adjuster has it, which `railhead nri` reads as well.
base::Result<void> annotate(const Target& target, const Value& container, const std::string& amount) {
  const std::string name = container["name"].text().value_or("");
  const auto metadata = target.draft.collection(target.pod(), "metadata", NodeKind::mapping);
  if (!metadata) return std::unexpected(metadata.error());
  const auto annotations = target.draft.collection(*metadata, "annotations", NodeKind::mapping);
  if (!annotations) return std::unexpected(annotations.error());
  if (const std::string there = asking(*annotations, name); !there.empty()) {
    target.note(Outcome::kept, subject_of(container), base::format("{} is there", there), (*annotations)[there].line());
    return {};
  }
  const std::string key = kAdjuster + name;
  const std::string text = base::format("[{{\"type\":\"memlock\",\"hard\":{0},\"soft\":{0}}}]", amount);
  const auto done = target.draft.set(*annotations, key, word(text));
  if (!done) return std::unexpected(done.error());
  target.note(Outcome::added, subject_of(container),
              base::format("annotation {} (read by railhead nri or the ulimit-adjuster, which must run on the nodes)", key));
  return {};
}

/// KEP-5758: a list of name, soft and hard.
base::Result<void> set_native(const Target& target, const Value& container, const std::string& amount) {
  const auto context = target.draft.collection(container, "securityContext", NodeKind::mapping);
  if (!context) return std::unexpected(context.error());
  const auto limits = target.draft.collection(*context, "ulimits", NodeKind::sequence);
  if (!limits) return std::unexpected(limits.error());
  for (const Value& one : limits->items())
    if (one["name"].view() == "memlock") {
      target.note(Outcome::kept, subject_of(container), "securityContext.ulimits has a memlock", one.line());
      return {};
    }
  const Tree size{.text = amount, .is_text = false};
  target.note(Outcome::added, subject_of(container),
              base::format("securityContext.ulimits memlock {} (needs a Kubernetes that has the field)", amount));
  return target.draft.append(*limits, mapping({{"name", word("memlock")}, {"soft", size}, {"hard", size}}));
}

base::Result<void> grant(const Target& target, const Value& container) {
  const std::string subject = subject_of(container);
  if (const std::string why = why_inert(target, container); !why.empty()) {
    target.note(Outcome::refused, subject, "no way to pin memory was added: " + why, container.line());
    return {};
  }
  const auto size = facts::parse_quantity(target.wishes.memlock_size);
  switch (target.wishes.memlock) {
    case MemlockWay::ipc_lock:
    case MemlockWay::launcher: return add_capability(target, container, "IPC_LOCK");
    case MemlockWay::sys_resource: return add_capability(target, container, "SYS_RESOURCE");
    case MemlockWay::nri: return annotate(target, container, size ? std::to_string(size->units) : kNoLimit);
    case MemlockWay::native:
      if (!size) {
        target.note(Outcome::refused, subject,
                    "securityContext.ulimits needs a size: no limit at all is for privileged containers; give --memlock-size",
                    container.line());
        return {};
      }
      return set_native(target, container, std::to_string(size->units));
    case MemlockWay::none: break;
  }
  return {};
}

}  // namespace

bool has_capability(const Value& container, std::string_view name) {
  const Value context = container["securityContext"];
  if (context["privileged"].boolean() == true) return true;
  return std::ranges::any_of(context["capabilities"]["add"].items(), [&](const Value& one) {
    const std::string added = without_cap(one.text().value_or(""));
    return added == name || added == "ALL";
  });
}

std::string other_user(const Target& target, const Value& container) {
  const Value own = container["securityContext"];
  const Value pod = target.found.spec["securityContext"];
  const auto own_user = own["runAsUser"].integer();
  const auto user = own_user ? own_user : pod["runAsUser"].integer();
  if (user) return *user == 0 ? "" : base::format("user {}", *user);
  const auto own_non_root = own["runAsNonRoot"].boolean();
  return (own_non_root ? own_non_root : pod["runAsNonRoot"].boolean()) == true ? "a user other than root" : "";
}

base::Result<void> add_memlock(const Target& target) {
  if (target.wishes.tcp || target.wishes.memlock == MemlockWay::none) return {};
  if (target.found.path == kTrainer) {
    target.note(Outcome::refused, "trainer",
                "a TrainJob has no security context: the way to pin memory belongs in its runtime (TrainingRuntime)");
    return {};
  }
  for (const Value& container : target.containers)
    if (auto done = grant(target, container); !done) return done;
  return {};
}

}  // namespace railhead::manifest
