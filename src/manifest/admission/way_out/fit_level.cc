#include "manifest/admission/way_out/fit_level.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/admission/way_out/fit.h"
#include "manifest/psa/rules.h"
#include "manifest/validation/annotations.h"

namespace railhead::manifest::admission {
namespace {

constexpr int kMostRounds = 8;

/// `minor` is the version of the rules.
struct Cure {
  PodEdit& edit;
  bool restricted = false;
  int minor = psa::kLatestMinor;
};

PodSecurity& pod_security(PodEdit& edit) {
  std::optional<PodSecurity>& security = edit.pod().security;
  if (!security) security.emplace();
  return *security;
}

/// Every securityContext that is there: of the pod, then of the containers. `change` answers whether it changed it.
template <class Change>
void each_security(PodEdit& edit, std::string_view path, const std::string& what, Change change) {
  if (edit.pod().security && change(*edit.pod().security)) edit.in_pod_security(path, what);
  for (const ContainerPlace& place : edit.places())
    if (edit.at(place).security && change(*edit.at(place).security)) edit.in_security(place, path, what);
}

template <class Change>
void each_container_security(PodEdit& edit, std::string_view path, const std::string& what, Change change) {
  for (const ContainerPlace& place : edit.places())
    if (edit.at(place).security && change(*edit.at(place).security)) edit.in_security(place, path, what);
}

bool may_add(const Cure& cure, const std::string& name) {
  return cure.restricted ? name == "NET_BIND_SERVICE" : psa::allows(psa::allowed_capabilities(), name, cure.minor);
}

void cure_added(const Cure& cure) {
  PodEdit& edit = cure.edit;
  for (const ContainerPlace& place : edit.places()) {
    if (!edit.at(place).security || !edit.at(place).security->capabilities) continue;
    std::vector<std::string>& added = edit.at(place).security->capabilities->add;
    for (const std::string& name : std::vector<std::string>(added)) {
      if (may_add(cure, name)) continue;
      if (pins_memory(name) && !is_inert(edit.original(), edit.original(place))) {
        edit.keep(name);
      } else if (std::erase(added, name) > 0) {
        edit.in_security(place, "capabilities.add", base::format("remove {}", base::one_line(name)));
      }
    }
  }
}

void cure_capabilities(const Cure& cure) {
  cure_added(cure);
  for (const ContainerPlace& place : cure.edit.places()) {
    std::optional<Capabilities>& capabilities = cure.edit.security(place).capabilities;
    if (!capabilities) capabilities.emplace();
    if (std::ranges::find(capabilities->drop, "ALL") != capabilities->drop.end()) continue;
    capabilities->drop.emplace_back("ALL");
    cure.edit.in_security(place, "capabilities.drop", "add ALL");
  }
}

void cure_host(const Cure& cure) {
  Pod& pod = cure.edit.pod();
  for (const auto& [field, key] :
       {std::pair(&pod.host_network, "hostNetwork"), std::pair(&pod.host_pid, "hostPID"), std::pair(&pod.host_ipc, "hostIPC")})
    if (std::exchange(*field, false)) cure.edit.in_spec(key, "remove true");
}

void cure_ports(const Cure& cure) {
  for (const ContainerPlace& place : cure.edit.places())
    for (std::size_t i = 0; i < cure.edit.at(place).ports.size(); ++i) {
      ContainerPort& port = cure.edit.at(place).ports[i];
      // With hostNetwork a port without hostPort has been given one.
      if (port.host_port != 0 && !(cure.edit.pod().host_network && port.host_port == port.container_port))
        cure.edit.in_container(place, base::format("ports[{}].hostPort", i), base::format("remove {}", port.host_port));
      port.host_port = 0;
    }
}

void cure_volumes(const Cure& cure) {
  std::vector<PodVolume>& volumes = cure.edit.pod().volumes;
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    const std::string type = volumes[i].types.empty() ? "emptyDir" : volumes[i].types.front();
    const bool refused = cure.restricted ? !psa::allows(psa::allowed_volume_types(), type, cure.minor) : type == "hostPath";
    if (!refused) continue;
    cure.edit.in_volume(
        i, base::format("make {} an emptyDir instead of a {}, or take it out", base::one_line(volumes[i].name), type));
    if (type == "hostPath")
      cure.edit.note(
          "In place of a hostPath: for /dev/shm an emptyDir with medium Memory, for /dev/infiniband the resource of "
          "the RDMA device plugin, which brings the devices with it.");
    volumes[i].types = {"emptyDir"};
  }
}

void cure_handlers(const Cure& cure) {
  for (const ContainerPlace& place : cure.edit.places()) {
    if (cure.edit.at(place).handler_hosts.empty()) continue;
    cure.edit.at(place).handler_hosts.clear();
    cure.edit.in_container(place, "livenessProbe, readinessProbe, startupProbe, lifecycle", "remove host of the handlers");
  }
}

void cure_privileged(const Cure& cure) { cure.edit.keep("privileged: true (IPC_LOCK is a part of it)"); }

void cure_proc_mount(const Cure& cure) {
  each_container_security(cure.edit, "procMount", "remove", [](ContainerSecurity& security) {
    return !security.proc_mount.empty() && std::exchange(security.proc_mount, "") != "Default";
  });
}

void cure_se_linux(const Cure& cure) {
  each_security(cure.edit, "seLinuxOptions", "leave only level, or a type container_*_t", [&](auto& security) {
    std::optional<SeLinuxOptions>& options = security.se_linux;
    if (!options) return false;
    const bool type = !psa::allows(psa::allowed_se_linux_types(), options->type, cure.minor);
    const bool change = type || !options->user.empty() || !options->role.empty();
    if (type) options->type.clear();
    options->user.clear();
    options->role.clear();
    return change;
  });
}

bool is_refused(const std::optional<Profile>& profile, int minor) {
  return profile && !psa::allows(psa::allowed_profile_types(), profile->type, minor);
}

void cure_app_armor(const Cure& cure) {
  each_security(cure.edit, "appArmorProfile", "remove", [&](auto& security) {
    const bool refused = is_refused(security.app_armor, cure.minor);
    if (refused) security.app_armor.reset();
    return refused;
  });
  auto& annotations = cure.edit.pod().annotations;
  std::erase_if(annotations, [&](const auto& one) {
    const bool refused = one.first.starts_with(kAppArmorPrefix) && !one.second.empty() && one.second != "runtime/default" &&
                         !one.second.starts_with(kLocalhostPrefix);
    if (refused) cure.edit.in_annotations(one.first, "remove");
    return refused;
  });
}

void cure_seccomp(const Cure& cure) {
  each_security(cure.edit, "seccompProfile", "remove", [&](auto& security) {
    const bool refused = is_refused(security.seccomp, cure.minor);
    if (refused) security.seccomp.reset();
    return refused;
  });
  if (!cure.restricted || pod_security(cure.edit).seccomp) return;
  pod_security(cure.edit).seccomp = Profile{.type = "RuntimeDefault"};
  cure.edit.in_pod_security("seccompProfile", "set to {type: RuntimeDefault}");
}

void cure_sysctls(const Cure& cure) {
  std::erase_if(pod_security(cure.edit).sysctls, [&](const Sysctl& sysctl) {
    const bool refused = !psa::allows(psa::allowed_sysctls(), sysctl.name, cure.minor);
    if (refused) cure.edit.in_pod_security("sysctls", base::format("remove {}", base::one_line(sysctl.name)));
    return refused;
  });
}

void cure_escalation(const Cure& cure) {
  for (const ContainerPlace& place : cure.edit.places()) {
    std::optional<bool>& escalation = cure.edit.security(place).privilege_escalation;
    if (std::exchange(escalation, false) != false) cure.edit.in_security(place, "allowPrivilegeEscalation", "set to false");
  }
}

void cure_non_root(const Cure& cure) {
  each_container_security(cure.edit, "runAsNonRoot", "remove false", [](ContainerSecurity& security) {
    const bool refused = security.run_as_non_root == false;
    if (refused) security.run_as_non_root.reset();
    return refused;
  });
  if (std::exchange(pod_security(cure.edit).run_as_non_root, true) != true)
    cure.edit.in_pod_security("runAsNonRoot", "set to true (the image's user, or runAsUser, has to be a number other than 0)");
}

void cure_root(const Cure& cure) {
  each_security(cure.edit, "runAsUser", "change 0 to another number", [](auto& security) {
    const bool root = security.run_as_user == 0;
    if (root) security.run_as_user = 1000;
    return root;
  });
}

struct Row {
  std::string_view id;
  void (*cure)(const Cure&);
};

/// By the ids of psa/rules.h. What is not here has no way out but another level.
constexpr std::array<Row, 18> kRows = {{{"appArmorProfile", cure_app_armor},
                                        {"capabilities_baseline", cure_added},
                                        {"capabilities_restricted", cure_capabilities},
                                        {"hostNamespaces", cure_host},
                                        {"hostPathVolumes", cure_volumes},
                                        {"restrictedVolumes", cure_volumes},
                                        {"hostPorts", cure_ports},
                                        {"hostProbesAndHostLifecycle", cure_handlers},
                                        {"privileged", cure_privileged},
                                        {"procMount", cure_proc_mount},
                                        {"procMount_restricted", cure_proc_mount},
                                        {"seLinuxOptions", cure_se_linux},
                                        {"seccompProfile_baseline", cure_seccomp},
                                        {"seccompProfile_restricted", cure_seccomp},
                                        {"sysctls", cure_sysctls},
                                        {"allowPrivilegeEscalation", cure_escalation},
                                        {"runAsNonRoot", cure_non_root},
                                        {"runAsUser", cure_root}}};

}  // namespace

bool fit(PodEdit& edit, psa::Level level, psa::Version version) {
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<psa::Violation> violations = psa::violations(edit.pod(), level, version);
    if (violations.empty()) return true;
    const Pod before = edit.pod();
    for (const psa::Violation& violation : violations) {
      const auto* const row = std::ranges::find(kRows, violation.id, &Row::id);
      if (row == kRows.end()) return false;
      row->cure(
          {.edit = edit, .restricted = level == psa::Level::restricted, .minor = version.minor.value_or(psa::kLatestMinor)});
    }
    if (edit.pod() == before) return false;
  }
  return false;
}

}  // namespace railhead::manifest::admission
