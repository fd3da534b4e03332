#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/inject/target.h"

namespace railhead::manifest {
namespace {

struct Setting {
  const char* name;
  const char* value;
};

// Pods reach each other over the cluster's own network on eth0 wherever they run; rails may be islands. So the start of a job
// goes over eth0, and with TCP its data too. NCCL: "=" means this name and no longer one. Gloo takes names as they are.
constexpr Setting kPodNetwork[] = {{"NCCL_SOCKET_IFNAME", "=eth0"}, {"GLOO_SOCKET_IFNAME", "eth0"}};
constexpr Setting kTcp[] = {{"NCCL_IB_DISABLE", "1"}};

bool is_set(const Value& container, std::string_view name) {
  return std::ranges::any_of(container["env"].items(), [&](const Value& one) { return one["name"].view() == name; });
}

/// The command sets it itself: "export NCCL_SOCKET_IFNAME=..." in a script.
bool is_in_command(const Value& container, const std::string& name) {
  for (const char* key : {"command", "args"})
    for (const Value& word : container[key].items())
      if (word.view().value_or("").find(name + "=") != std::string_view::npos) return true;
  return false;
}

base::Result<void> set(const Target& target, const Value& container, const Setting& setting) {
  const std::string subject = subject_of(container);
  if (is_set(container, setting.name) || is_in_command(container, setting.name)) {
    target.note(Outcome::kept, subject, base::format("{} is set already", setting.name), container["env"].line());
    return {};
  }
  const auto list = target.draft.collection(container, "env", NodeKind::sequence);
  if (!list) return std::unexpected(list.error());
  target.note(Outcome::added, subject, base::format("{}={}", setting.name, setting.value));
  return target.draft.append(*list, mapping({{"name", word(setting.name)}, {"value", word(setting.value)}}));
}

base::Result<void> give(const Target& target, const Value& container) {
  if (const Value from = container["envFrom"]; !from.items().empty()) {
    target.note(Outcome::kept, subject_of(container),
                "no variables were added: envFrom takes some from elsewhere, and env would win over them", from.line());
    return {};
  }
  if (target.wishes.tcp)
    for (const Setting& setting : kTcp)
      if (auto done = set(target, container, setting); !done) return done;
  for (const Setting& setting : kPodNetwork)
    if (auto done = set(target, container, setting); !done) return done;
  return {};
}

}  // namespace

base::Result<void> add_environment(const Target& target) {
  // The launcher finds out where the job runs what no manifest can know.
  if (!target.wishes.environment || target.wishes.starts_by_launcher()) return {};
  if (!target.wishes.tcp && target.wishes.networks.empty()) return {};
  if (target.found.spec["hostNetwork"].boolean() == true) {
    target.note(Outcome::kept, "pod", "no interface was named: hostNetwork: true has those of the node",
                target.found.spec["hostNetwork"].line());
    return {};
  }
  for (const Value& container : target.containers)
    if (auto done = give(target, container); !done) return done;
  return {};
}

}  // namespace railhead::manifest
