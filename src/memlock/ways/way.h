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

/// Who lets a capability through where nobody was asked whether it is let through already: the SCC is the cluster's, the Pod
/// Security level the namespace's, `docker run` your own.
Actor gatekeeper(const Context& context);
/// The options that ask admission: "--scc" on OpenShift, "--psa" on Kubernetes, both where it is not known which it is.
const char* asking_options(Cluster cluster);

/// A container as a way wants it. `file_caps`: executing a file may add privilege (allowPrivilegeEscalation).
struct Container {
  std::vector<std::string> capabilities = {};
  std::vector<std::string> command = {};  // empty: the job's own
  bool as_root = true;
  bool file_caps = false;
};

/// `way` with the snippet of `container`: a manifest, or a docker command outside a cluster. In a cluster its worth, its actor
/// and what an admin applies first are as admission answered; where that was not asked, the reason says so of a way whose actor
/// is an admin.
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
