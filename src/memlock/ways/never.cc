// What is often tried, and why it gives nothing.
#include "base/format.h"
#include "memlock/ways/way.h"

namespace railhead::memlock {
namespace {

Way never(const char* id, const char* title, const char* because, const char* claim) {
  return {.id = id, .title = title, .works = Works::no, .because = because, .claim = claim};
}

}  // namespace

Way pod_ulimits_field(const Context& context) {
  // KEP-5758 as planned: no release has it at the time of writing.
  Way way{.id = "pod-ulimits-field", .title = "securityContext.ulimits (KEP-5758)", .actor = Actor::cluster_admin};
  const std::optional<unsigned>& minor = context.situation.kube_minor;
  if (context.situation.cluster == Cluster::none) {
    way.works = Works::no;
    way.actor = Actor::nobody;
    way.because = "there is no Kubernetes here";
  } else if (!minor) {
    way.works = Works::unknown;
    way.because = "Kubernetes 1.38 at the earliest, alpha; the version is not known here (--kube-version)";
  } else if (*minor < 38) {
    way.works = Works::no;
    way.actor = Actor::nobody;
    way.because = base::format("Kubernetes 1.38 at the earliest, alpha; this is 1.{}", *minor);
  } else {
    way.works = Works::unknown;
    way.because = "planned as alpha: behind a feature gate and with runtime support, -1 for privileged containers only";
  }
  return way;
}

Way prlimit_with_ipc_lock(const Context& context) {
  Way way =
      never("prlimit-with-ipc-lock", "`prlimit --memlock=unlimited` with IPC_LOCK alone",
            "the kernel refuses it (EPERM): raising the hard limit needs SYS_RESOURCE",
            "That `prlimit --memlock=unlimited:unlimited COMMAND` needs IPC_LOCK only. It needs SYS_RESOURCE in the initial "
            "user namespace. A job that ran behind it with IPC_LOCK as root was not limited to begin with.");
  if (context.model.can_raise_hard == true) {
    way.works = Works::yes;
    way.actor = Actor::you;
    way.because = "it works here, through SYS_RESOURCE and not through IPC_LOCK";
  } else if (context.effective(context.model.ipc_lock)) {
    way.because += "; and with IPC_LOCK in effect no limit applies anyway";
  }
  return way;
}

Way crio_annotation(const Context& /*context*/) {
  return never("crio-annotation", "annotation io.kubernetes.cri-o.Ulimits.memlock",
               "CRI-O has no such annotation: it is ignored",
               "That an SCC blocks the annotation io.kubernetes.cri-o.Ulimits.memlock. CRI-O never read one of that name.");
}

Way scc_field(const Context& /*context*/) {
  return never("scc-field", "a limit in SecurityContextConstraints",
               "an SCC has no such field: it only lets capabilities through",
               "That an SCC sets or overrides ulimits. It admits pods and has no field for limits.");
}

Way init_container(const Context& /*context*/) {
  return never("init-container", "ulimit, prlimit or limits.conf in an init container",
               "a limit belongs to a process and its children, and limits.conf is read at login only",
               "That an init container can raise the limit of the pod: its processes are no parents of the job's.");
}

Way memlock_resource(const Context& /*context*/) {
  return never(
      "memlock-resource", "resources.limits.memlock", "there is no such resource",
      "That limits.memory or an imagined limits.memlock covers it: pinned memory counts against limits.memory, and no more.");
}

}  // namespace railhead::memlock
