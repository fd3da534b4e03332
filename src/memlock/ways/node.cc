// What the administrator of a node sets, for all containers of the node or by an NRI plugin for some.
#include "base/format.h"
#include "memlock/ways/way.h"

namespace railhead::memlock {
namespace {

constexpr const char* kAllContainers = "every container of the node, whatever its user";

const char* spelled(Runtime runtime) {
  switch (runtime) {
    case Runtime::crio: return "CRI-O";
    case Runtime::containerd: return "containerd";
    case Runtime::docker: return "docker";
    case Runtime::unknown: break;
  }
  return "unknown";
}

/// A way of one runtime: no with another, unknown where the runtime is not known.
Way of_runtime(const Context& context, Way way, Runtime runtime) {
  way.actor = Actor::node_admin;
  const Runtime here = context.situation.runtime;
  if (here == runtime) {
    way.works = Works::yes;
    way.because = kAllContainers;
    return way;
  }
  way.works = here == Runtime::unknown ? Works::unknown : Works::no;
  way.because = here == Runtime::unknown
                    ? base::format("only where the node runs {}, which is not known here", spelled(runtime))
                    : base::format("the runtime here is {}", spelled(here));
  if (way.works == Works::no) way.snippet.clear();
  return way;
}

/// A runtime sets such limits for the container's first process; with a user namespace that was not measured, and the runtime
/// could be refused.
Way unless_user_space(const Context& context, Way way) {
  if (way.works != Works::yes || context.user_space != true) return way;
  way.works = Works::unknown;
  way.because = "every container of the node; whether it holds in a user namespace was not measured";
  return way;
}

}  // namespace

Way docker_run(const Context& context) {
  Way way{.id = "docker-run", .title = "docker run --ulimit memlock=-1:-1", .actor = Actor::you};
  if (context.in_pod()) {
    way.works = context.situation.cluster == Cluster::unknown ? Works::unknown : Works::no;
    way.because = way.works == Works::no ? "a cluster starts the containers, not you; pods have no such field"
                                         : "only where you start the container yourself";
    return way;
  }
  way.works = context.user_space == true ? Works::unknown : Works::yes;
  way.because = way.works == Works::yes ? "the daemon sets it before the container starts"
                                        : "rootless: no more than the user has who starts it; not known here";
  way.snippet = "docker run --ulimit memlock=-1:-1 IMAGE COMMAND";
  return way;
}

Way crio_default_ulimits(const Context& context) {
  const bool openshift = context.situation.cluster == Cluster::openshift;
  Way way{.id = "crio-default-ulimits",
          .title = openshift ? "CRI-O default_ulimits, by MachineConfig" : "CRI-O default_ulimits"};
  way.snippet =
      "# /etc/crio/crio.conf.d/99-railhead-memlock.conf on the node\n[crio.runtime]\n"
      "default_ulimits = [\"memlock=-1:-1\"]\n";
  way.snippet += openshift ? "# all of it as a MachineConfig; the nodes of the pool restart:\n"
                             "railhead node memlock render --openshift --role worker | oc apply -f -"
                           : "# or, on the node: railhead node memlock apply --runtime crio";
  return unless_user_space(context, of_runtime(context, std::move(way), Runtime::crio));
}

Way containerd_limit(const Context& context) {
  Way way{.id = "containerd-limit", .title = "LimitMEMLOCK=infinity for containerd"};
  way.snippet =
      "# /etc/systemd/system/containerd.service.d/99-railhead-memlock.conf on the node\n[Service]\nLimitMEMLOCK=infinity\n"
      "# or, on the node: railhead node memlock apply --runtime containerd";
  return of_runtime(context, std::move(way), Runtime::containerd);
}

Way docker_limit(const Context& context) {
  Way way{.id = "docker-limit", .title = "LimitMEMLOCK=infinity for docker"};
  way.snippet =
      "# /etc/systemd/system/docker.service.d/99-railhead-memlock.conf on the node\n[Service]\nLimitMEMLOCK=infinity\n"
      "# or, on the node: railhead node memlock apply --runtime docker";
  way = of_runtime(context, std::move(way), Runtime::docker);
  if (way.works != Works::yes) return way;
  // Containers are children of the shims that containerd starts, and docker.service uses that of containerd.service where there
  // is one.
  way.works = Works::partly;
  way.because =
      "only where dockerd starts a containerd of its own; beside containerd.service it has to be set there, or in daemon.json";
  return way;
}

Way docker_default_ulimits(const Context& context) {
  Way way{.id = "docker-default-ulimits", .title = "default-ulimits in docker's daemon.json"};
  way.snippet =
      "# a member of /etc/docker/daemon.json on the node; 'railhead node memlock apply --runtime docker' merges it in\n"
      "\"default-ulimits\": {\"memlock\": {\"Name\": \"memlock\", \"Soft\": -1, \"Hard\": -1}}";
  return unless_user_space(context, of_runtime(context, std::move(way), Runtime::docker));
}

Way nri_plugin(const Context& context) {
  Way way{.id = "nri-plugin", .title = "railhead nri, or another NRI plugin", .actor = Actor::node_admin};
  way.snippet =
      "# on the nodes, once: railhead nri (packaging/nri). Its default policy lifts the limit for containers\n"
      "# that have an RDMA device: nothing to write in the pod. Others may ask for what its policy grants:\n"
      "metadata:\n  annotations:\n    memlock.railhead.dev/container.NAME: unlimited\n"
      "# or the ulimit-adjuster, which reads a list in ulimits.noderesource.dev/container.NAME: from it any\n"
      "# author of a pod gets any limit";
  switch (context.situation.runtime) {
    case Runtime::docker:
      way.works = Works::no;
      way.because = "docker has no NRI";
      way.snippet.clear();
      return way;
    case Runtime::unknown:
      way.works = Works::unknown;
      way.because = "containerd 1.7 and later, or CRI-O; the runtime is not known here";
      return way;
    case Runtime::containerd: way.because = "per container; needs containerd 1.7 or later with NRI enabled"; break;
    case Runtime::crio: way.because = "per container; needs NRI enabled in CRI-O"; break;
  }
  way.works = Works::partly;
  if (context.user_space == true) {
    way.works = Works::unknown;
    way.because += "; not measured in a user namespace";
  }
  return way;
}

}  // namespace railhead::memlock
