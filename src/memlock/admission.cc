#include "memlock/admission.h"

#include "base/format.h"
#include "base/text.h"

namespace railhead::memlock {
namespace {

/// Names come from files, and a command may stand in a comment: it stays on its line.
std::string word(const std::string& name) { return base::shell_word(base::one_line(name)); }

}  // namespace

const char* name(Actor actor) {
  switch (actor) {
    case Actor::you: return "you";
    case Actor::namespace_admin: return "namespace admin";
    case Actor::cluster_admin: return "cluster admin";
    case Actor::node_admin: return "node admin";
    case Actor::nobody: break;
  }
  return "-";
}

const char* name(Verdict verdict) {
  switch (verdict) {
    case Verdict::not_asked: return "not asked";
    case Verdict::not_needed: return "not needed";
    case Verdict::admitted: return "admitted";
    case Verdict::grantable: return "needs a grant";
    case Verdict::refused: return "refused";
    case Verdict::unknown: break;
  }
  return "unknown";
}

std::string constraint_manifest(const std::string& name, const std::vector<std::string>& capabilities) {
  return base::format(
      "apiVersion: security.openshift.io/v1\nkind: SecurityContextConstraints\nmetadata: {{name: {}}}\n"
      "allowPrivilegedContainer: false\nallowPrivilegeEscalation: true\nallowedCapabilities: [{}]\n"
      "allowHostDirVolumePlugin: false\nallowHostIPC: false\nallowHostNetwork: false\nallowHostPID: false\n"
      "allowHostPorts: false\nreadOnlyRootFilesystem: false\n"
      "runAsUser: {{type: RunAsAny}}\nseLinuxContext: {{type: MustRunAs}}\n"
      "fsGroup: {{type: RunAsAny}}\nsupplementalGroups: {{type: RunAsAny}}\nseccompProfiles: [runtime/default]\n"
      "volumes: [configMap, csi, downwardAPI, emptyDir, ephemeral, persistentVolumeClaim, projected, secret]",
      name, base::joined(capabilities, ", "));
}

std::string grant_command(const std::string& name, const std::string& account, const std::string& space) {
  return base::format("oc adm policy add-scc-to-user {} -z {} -n {}", word(name), word(account), word(space));
}

std::string level_command(const std::string& program, const std::string& space) {
  return base::format("{} label namespace {} pod-security.kubernetes.io/enforce=privileged --overwrite", program, word(space));
}

}  // namespace railhead::memlock
