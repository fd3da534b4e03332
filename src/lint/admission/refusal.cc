#include "lint/admission/refusal.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"

namespace railhead::lint {
namespace {

using manifest::Pod;
using manifest::PodContainer;
using manifest::scc::Constraint;
using manifest::scc::Field;
using manifest::scc::Refusal;

/// IPC_LOCK of "\"IPC_LOCK\"", 1000 of "[1000]".
std::string plain(std::string_view value) {
  if (value.size() >= 2 && (value.front() == '"' || value.front() == '[')) value = value.substr(1, value.size() - 2);
  return base::one_line(value.substr(0, 256));
}

std::vector<std::string> listed(const Constraint& constraint, const Refusal& refusal) {
  switch (refusal.field) {
    case Field::capability: return constraint.allowed_capabilities;
    case Field::seccomp: return constraint.seccomp_profiles;
    case Field::sysctl: return constraint.unsafe_sysctls;
    case Field::volume: return constraint.volumes;
    default: return {};
  }
}

/// The volume of ".spec.volumes[2]".
std::string volume_source(const Pod& pod, std::string_view path) {
  const std::size_t begin = path.find('[');
  const std::size_t end = path.find(']');
  if (begin == std::string_view::npos || end == std::string_view::npos) return {};
  const auto index = base::unsigned_number(path.substr(begin + 1, end - begin - 1));
  return index && *index < pod.volumes.size() ? pod.volumes[*index].source : std::string();
}

/// Where the container itself has the setting; empty where it has not.
std::string container_source(const Refusal& refusal, const facts::DeclaredContainer& container, const std::string& value) {
  const facts::SecurityContext& security = container.security;
  switch (refusal.field) {
    case Field::capability: {
      const auto found = std::ranges::find(security.capabilities, value, &facts::Placed::text);
      return found == security.capabilities.end() ? std::string() : found->source;
    }
    case Field::privileged: return security.privileged.source();
    case Field::privilege_escalation: return security.privilege_escalation.source();
    case Field::run_as_user: return security.user.source();
    case Field::run_as_non_root: return security.non_root.source();
    default: return {};
  }
}

std::string pod_source(const Refusal& refusal, const Pod& pod, const facts::PodTemplate& declared) {
  switch (refusal.field) {
    case Field::host_network: return declared.host_network.source();
    case Field::host_users: return declared.host_users.source();
    case Field::host_ipc: return declared.host_ipc.source();
    case Field::host_pid: return pod.source;
    case Field::volume: return volume_source(pod, refusal.path);
    case Field::run_as_user:
    case Field::run_as_non_root: return {};
    default: return pod.security_source;
  }
}

const PodContainer* container_named(const Pod& pod, const std::string& name) {
  for (const auto* list : {&pod.containers, &pod.init_containers, &pod.ephemeral_containers})
    if (const auto found = std::ranges::find(*list, name, &PodContainer::name); found != list->end()) return &*found;
  return nullptr;
}

std::string source_of(const Refusal& refusal, const std::string& value, const Pod& pod, const facts::PodTemplate& declared) {
  std::string source;
  if (!refusal.container.empty()) {
    const auto named = std::ranges::find(declared.containers, refusal.container, &facts::DeclaredContainer::name);
    if (named != declared.containers.end()) source = container_source(refusal, *named, value);
    if (!source.empty()) return source;
    const PodContainer* container = container_named(pod, refusal.container);
    if (container != nullptr) return container->security_source;
  }
  source = pod_source(refusal, pod, declared);
  return source.empty() ? pod.source : source;
}

bool is_same(const facts::SccRefusal& one, const facts::SccRefusal& other) {
  return one.field == other.field && one.container == other.container && one.value == other.value && one.why == other.why;
}

}  // namespace

std::vector<facts::SccRefusal> told_refusals(const std::vector<Refusal>& refusals, const Constraint& constraint, const Pod& pod,
                                             const facts::PodTemplate& declared) {
  std::vector<facts::SccRefusal> told;
  for (const Refusal& refusal : refusals) {
    facts::SccRefusal one{.field = refusal.field,
                          .container = base::one_line(refusal.container),
                          .value = plain(refusal.value),
                          .why = base::one_line(refusal.why)};
    // Of what is the pod's, it says so once; the server names each container as well.
    if (refusal.field == Field::host_network || refusal.field == Field::host_pid || refusal.field == Field::host_ipc)
      one.container.clear();
    if (std::ranges::any_of(told, [&](const auto& other) { return is_same(one, other); })) continue;
    for (const std::string& entry : listed(constraint, refusal)) one.listed.push_back(base::one_line(entry));
    one.source = source_of(refusal, one.value, pod, declared);
    told.push_back(std::move(one));
  }
  return told;
}

}  // namespace railhead::lint
