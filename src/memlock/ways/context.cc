#include "memlock/ways/way.h"

namespace railhead::memlock {
namespace {

using facts::Capability;

std::optional<bool> granted(const facts::Process& process, Capability capability) {
  if (!process.capabilities) return std::nullopt;
  const facts::CapabilitySets& sets = *process.capabilities;
  return holds(sets.bounding | sets.effective | sets.permitted, capability);
}

}  // namespace

Context context(const Situation& situation) {
  const facts::Process& process = situation.process;
  Context result{.situation = situation, .model = model(process, situation.memory)};
  if (process.uid) result.root = *process.uid == 0;
  if (process.initial_user_namespace) result.user_space = !*process.initial_user_namespace;
  if (process.no_new_privs) result.confined = *process.no_new_privs;
  result.lock_granted = granted(process, Capability::ipc_lock);
  result.resource_granted = granted(process, Capability::sys_resource);
  return result;
}

Actor gatekeeper(const Context& context) {
  switch (context.situation.cluster) {
    case Cluster::openshift: return Actor::cluster_admin;
    case Cluster::none: return Actor::you;
    default: return Actor::namespace_admin;
  }
}

const char* asking_options(Cluster cluster) {
  switch (cluster) {
    case Cluster::openshift: return "--scc";
    case Cluster::kubernetes: return "--psa";
    default: return "--scc, --psa";
  }
}

}  // namespace railhead::memlock
