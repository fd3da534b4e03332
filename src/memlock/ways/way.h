#pragma once

#include <optional>

#include "memlock/ways.h"

/// What the files of the ways share: one situation, judged once.
namespace railhead::memlock {

/// Facts that the ways ask about; nothing where they are not known.
struct Context {
  const Situation& situation;
  Model model;
  std::optional<bool> root = {};              // uid 0
  std::optional<bool> user_space = {};        // a user namespace other than the initial one
  std::optional<bool> confined = {};          // no_new_privs
  std::optional<bool> lock_granted = {};      // IPC_LOCK is in the bounding set
  std::optional<bool> resource_granted = {};  // SYS_RESOURCE is

  bool effective(Reach reach) const { return reach == Reach::effective; }
  bool in_pod() const { return situation.cluster != Cluster::none; }
};

Context context(const Situation& situation);

/// Who lets a capability through: the SCC is the cluster's, the Pod Security level the namespace's, `docker run` your own.
Actor admission(const Context& context);
/// "the SCC must allow IPC_LOCK (of the stock ones only privileged does)" and its like for the other kinds of cluster.
std::string must_allow(const Context& context, const std::string& capability);

/// A container as a way wants it. `file_caps`: executing a file may add privilege (allowPrivilegeEscalation).
struct Container {
  std::vector<std::string> capabilities = {};
  std::vector<std::string> command = {};  // empty: the job's own
  bool as_root = true;
  bool file_caps = false;
};

/// The snippet of it: a manifest, or a docker command outside a cluster.
std::string container_snippet(const Context& context, const Container& container);

/// `way` with the snippet of `container` and, where its actor is an admin, with what that one applies first.
Way with_container(const Context& context, Way way, const Container& container);

Way ipc_lock_as_root(const Context& context);
Way ipc_lock_as_user(const Context& context);
Way raise_in_start_command(const Context& context);
Way raise_then_drop(const Context& context);
Way file_capabilities(const Context& context);
Way soft_to_hard(const Context& context);

Way docker_run(const Context& context);
Way crio_default_ulimits(const Context& context);
Way containerd_limit(const Context& context);
Way docker_limit(const Context& context);
Way docker_default_ulimits(const Context& context);
Way nri_plugin(const Context& context);

Way pod_ulimits_field(const Context& context);
Way prlimit_with_ipc_lock(const Context& context);
Way crio_annotation(const Context& context);
Way scc_field(const Context& context);
Way init_container(const Context& context);
Way memlock_resource(const Context& context);

}  // namespace railhead::memlock
