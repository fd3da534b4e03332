#include "base/format.h"
#include "base/text.h"
#include "memlock/ways/way.h"

namespace railhead::memlock {
namespace {

using facts::Capability;

std::optional<bool> granted(const facts::Process& process, Capability capability) {
  if (!process.capabilities) return std::nullopt;
  const facts::CapabilitySets& sets = *process.capabilities;
  return holds(sets.bounding | sets.effective | sets.permitted, capability);
}

std::string scc(const std::string& capabilities) {
  return base::format(
      "# the cluster admin, once; then: oc adm policy add-scc-to-user rdma -z SERVICEACCOUNT -n NAMESPACE\n"
      "apiVersion: security.openshift.io/v1\nkind: SecurityContextConstraints\nmetadata: {{name: rdma}}\n"
      "allowPrivilegedContainer: false\nallowPrivilegeEscalation: true\nallowedCapabilities: [{}]\n"
      "allowHostDirVolumePlugin: false\nallowHostIPC: false\nallowHostNetwork: false\nallowHostPID: false\nallowHostPorts: "
      "false\n"
      "readOnlyRootFilesystem: false\nrunAsUser: {{type: RunAsAny}}\nseLinuxContext: {{type: MustRunAs}}\n"
      "fsGroup: {{type: RunAsAny}}\nsupplementalGroups: {{type: RunAsAny}}\n"
      "volumes: [configMap, downwardAPI, emptyDir, persistentVolumeClaim, projected, secret]",
      capabilities);
}

std::string admitted(const Context& context, const std::string& capabilities) {
  if (context.situation.cluster == Cluster::none) return "";
  if (context.situation.cluster == Cluster::openshift) return scc(capabilities);
  return "# whoever may label the namespace; baseline and restricted refuse these capabilities.\n"
         "# The level privileged lets every pod of the namespace through\n"
         "kubectl label namespace NAMESPACE pod-security.kubernetes.io/enforce=privileged --overwrite";
}

std::string docker_command(const Container& container) {
  std::string text = "docker run";
  if (container.as_root) text += " --user 0";
  for (const std::string& capability : container.capabilities) text += " --cap-add " + capability;
  text += " IMAGE";
  if (container.command.empty()) return text + " COMMAND";
  for (const std::string& word : container.command) text += " " + base::shell_word(word);
  return text;
}

/// A word that YAML reads as the text it is.
bool is_plain(std::string_view word) {
  return !word.empty() && base::lowered(word)[0] >= 'a' && base::lowered(word)[0] <= 'z' &&
         word.find_first_of(" &:,") == std::string_view::npos;
}

/// The words of a flow sequence; each that is more than a plain word in double quotes.
std::string yaml_list(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  quoted.reserve(words.size());
  for (const std::string& word : words) quoted.push_back(is_plain(word) ? word : "\"" + word + "\"");
  return base::joined(quoted, ", ");
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

Actor admission(const Context& context) {
  switch (context.situation.cluster) {
    case Cluster::openshift: return Actor::cluster_admin;
    case Cluster::none: return Actor::you;
    default: return Actor::namespace_admin;
  }
}

std::string must_allow(const Context& context, const std::string& capability) {
  switch (context.situation.cluster) {
    case Cluster::openshift: return base::format("the SCC must allow {}: of the stock ones only privileged does", capability);
    case Cluster::none: return base::format("start the container with --cap-add {}", capability);
    case Cluster::kubernetes:
      return base::format("the namespace's Pod Security level must be privileged: baseline and restricted refuse {}",
                          capability);
    case Cluster::unknown: break;
  }
  return base::format("the SCC or the Pod Security level must allow {}", capability);
}

std::string container_snippet(const Context& context, const Container& container) {
  if (context.situation.cluster == Cluster::none) return docker_command(container);
  const std::string capabilities = base::joined(container.capabilities, ", ");
  std::string text = "# in the container of the pod\n";
  if (!container.command.empty()) text += base::format("command: [{}]\n", yaml_list(container.command));
  text += "securityContext:\n";
  if (container.as_root) text += "  runAsUser: 0\n";
  if (container.file_caps) text += "  allowPrivilegeEscalation: true\n";
  return text + base::format("  capabilities:\n    add: [{}]", capabilities);
}

Way with_container(const Context& context, Way way, const Container& container) {
  way.snippet += container_snippet(context, container);
  way.capabilities = container.capabilities;
  const bool admin = way.actor == Actor::namespace_admin || way.actor == Actor::cluster_admin;
  if (admin) way.admission = admitted(context, base::joined(container.capabilities, ", "));
  return way;
}

}  // namespace railhead::memlock
